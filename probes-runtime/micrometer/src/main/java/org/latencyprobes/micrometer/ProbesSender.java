package org.latencyprobes.micrometer;

import io.micrometer.registry.otlp.OtlpMetricsSender;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicReference;

/** A sender that adds a binding's metrics to one request of each publish. Called on the registry's publishing thread. */
final class ProbesSender implements OtlpMetricsSender {

    private final OtlpMetricsSender inner;
    private final AtomicReference<OtlpBinding> binding = new AtomicReference<>();

    ProbesSender(OtlpMetricsSender inner) {
        this.inner = inner;
    }

    /** False where it serves another registry already. */
    boolean serve(OtlpBinding wanted) {
        return binding.compareAndSet(null, wanted);
    }

    void leave(OtlpBinding served) {
        binding.compareAndSet(served, null);
    }

    @Override
    public void send(Request request) throws Exception {
        OtlpBinding served = binding.get();
        Request with = served == null ? null : with(served, request);
        inner.send(with == null ? request : with);
        if (with != null) {
            served.delivered();
        }
    }

    /** The request with the probes' metrics. Null where nothing is to be added or can be: the application's own metrics go out anyway. */
    private static Request with(OtlpBinding served, Request request) {
        try {
            byte[] data = served.addTo(request.getMetricsData());
            return data == null ? null : OtlpRequests.copy(request, data);
        } catch (IOException | RuntimeException | LinkageError unreadable) {
            return null;
        }
    }
}
