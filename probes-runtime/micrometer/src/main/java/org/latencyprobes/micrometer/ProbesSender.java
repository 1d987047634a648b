package org.latencyprobes.micrometer;

import io.micrometer.registry.otlp.OtlpMetricsSender;
import java.util.concurrent.atomic.AtomicReference;

/** Adds a road's metrics to one request of each publish. Called on the registry's publishing thread. */
final class ProbesSender implements OtlpMetricsSender {

    private final OtlpMetricsSender inner;
    private final AtomicReference<OtlpRoad> road = new AtomicReference<>();

    ProbesSender(OtlpMetricsSender inner) {
        this.inner = inner;
    }

    /** False where it serves another registry already. */
    boolean serve(OtlpRoad wanted) {
        return road.compareAndSet(null, wanted);
    }

    void leave(OtlpRoad served) {
        road.compareAndSet(served, null);
    }

    @Override
    public void send(Request request) throws Exception {
        OtlpRoad served = road.get();
        byte[] with = served == null ? null : served.addTo(request.getMetricsData());
        if (with == null) {
            inner.send(request);
        } else {
            inner.send(OtlpRequests.copy(request, with));
            served.delivered();
        }
    }
}
