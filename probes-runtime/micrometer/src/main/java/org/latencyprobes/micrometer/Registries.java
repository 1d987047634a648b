package org.latencyprobes.micrometer;

import io.micrometer.core.instrument.MeterRegistry;

/** Finds the binding for a registry. MeterNames decide first, so that no class is touched whose library may be missing. */
final class Registries {

    private static final String PROMETHEUS = "io.micrometer.prometheusmetrics.PrometheusMeterRegistry";
    static final String OTLP = "io.micrometer.registry.otlp.OtlpMeterRegistry";

    private Registries() {}

    static RegistryBinding bind(MeterRegistry registry, BindingSettings settings, Runnable wake) {
        RegistryBinding binding = ownBinding(registry, settings);
        return binding != null ? binding : PlainBinding.bind(registry, settings, wake);
    }

    private static RegistryBinding ownBinding(MeterRegistry registry, BindingSettings settings) {
        try {
            if (isA(registry, PROMETHEUS)) {
                return PrometheusBinding.bind(registry, settings);
            }
            return isA(registry, OTLP) ? OtlpBinding.bind(registry, settings) : null;
        } catch (LinkageError otherVersion) {
            return null; // a library too old or too new for its own binding has the one that needs Micrometer alone
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
