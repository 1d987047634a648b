package org.latencyprobes.micrometer;

import io.micrometer.core.instrument.MeterRegistry;

/** Finds the road for a registry. Names decide first, so that no class is touched whose library may be missing. */
final class Roads {

    private static final String PROMETHEUS = "io.micrometer.prometheusmetrics.PrometheusMeterRegistry";
    static final String OTLP = "io.micrometer.registry.otlp.OtlpMeterRegistry";

    private Roads() {}

    static Road bind(MeterRegistry registry, Settings settings, Runnable wake) {
        Road road = ownRoad(registry, settings);
        return road != null ? road : PlainRoad.bind(registry, settings, wake);
    }

    private static Road ownRoad(MeterRegistry registry, Settings settings) {
        try {
            if (isA(registry, PROMETHEUS)) {
                return PrometheusRoad.bind(registry, settings);
            }
            return isA(registry, OTLP) ? OtlpRoad.bind(registry, settings) : null;
        } catch (LinkageError otherVersion) {
            return null; // a library too old or too new for its own road has the one that needs Micrometer alone
        }
    }

    /** By name, so that its class need not be there. */
    static boolean isA(MeterRegistry registry, String name) {
        for (Class<?> type = registry.getClass(); type != null; type = type.getSuperclass()) {
            if (type.getName().equals(name)) {
                return true;
            }
        }
        return false;
    }
}
