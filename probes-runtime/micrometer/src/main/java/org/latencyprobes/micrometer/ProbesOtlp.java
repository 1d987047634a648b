package org.latencyprobes.micrometer;

import io.micrometer.registry.otlp.OtlpMetricsSender;

/**
 * The way of exponential histograms through Micrometer's OTLP registry; needs {@code micrometer-registry-otlp}. Stateless.
 *
 * <pre>{@code
 * OtlpMeterRegistry registry = OtlpMeterRegistry.builder(config)
 *         .metricsSender(ProbesOtlp.sender(new OtlpHttpMetricsSender(new HttpUrlConnectionSender())))
 *         .build();
 * new LatencyProbesMetrics().bindTo(registry);
 * }</pre>
 */
public final class ProbesOtlp {

    private ProbesOtlp() {}

    /**
     * A sender that adds the probes' histograms to what its registry publishes.
     *
     * @param inner the sender that sends
     * @return for one registry, to which {@link LatencyProbesMetrics} is bound once it is built
     */
    public static OtlpMetricsSender sender(OtlpMetricsSender inner) {
        return new ProbesSender(inner);
    }
}
