package org.latencyprobes.micrometer;

import io.micrometer.registry.otlp.OtlpMetricsSender;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The way of exponential histograms through Micrometer's OTLP registry; needs {@code micrometer-registry-otlp}. A sender that adds the
 * probes' histograms to one request of each publish. Called on the registry's publishing thread.
 *
 * <pre>{@code
 * OtlpMeterRegistry registry = OtlpMeterRegistry.builder(config)
 *         .metricsSender(ProbesOtlp.sender(new OtlpHttpMetricsSender(new HttpUrlConnectionSender())))
 *         .build();
 * new LatencyProbesMetrics().bindTo(registry);
 * }</pre>
 */
public final class ProbesOtlp implements OtlpMetricsSender {

    private final OtlpMetricsSender inner;
    private final AtomicReference<OtlpBinding> binding = new AtomicReference<>();

    private ProbesOtlp(OtlpMetricsSender inner) {
        this.inner = inner;
    }

    /**
     * A sender that adds the probes' histograms to what its registry publishes.
     *
     * @param inner the sender that sends
     * @return for one registry, to which {@link LatencyProbesMetrics} is bound once it is built
     */
    public static OtlpMetricsSender sender(OtlpMetricsSender inner) {
        return new ProbesOtlp(inner);
    }

    /** False where it serves another registry already. */
    boolean serve(OtlpBinding wanted) {
        return binding.compareAndSet(null, wanted);
    }

    void leave(OtlpBinding served) {
        binding.compareAndSet(served, null);
    }

    /**
     * Sends a request, with the probes' histograms where they can be added.
     *
     * @param request what the registry publishes
     * @throws Exception from the sender that sends
     */
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
            return data == null ? null : OtlpRequestCopy.of(request, data);
        } catch (IOException | RuntimeException | LinkageError unreadable) {
            return null;
        }
    }
}
