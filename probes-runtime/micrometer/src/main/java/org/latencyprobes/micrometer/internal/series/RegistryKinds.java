package org.latencyprobes.micrometer.internal.series;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.push.PushMeterRegistry;
import io.micrometer.core.instrument.step.StepMeterRegistry;
import io.micrometer.registry.otlp.AggregationTemporality;
import io.micrometer.registry.otlp.OtlpConfig;

/** The kinds of registries that are treated each in a way of its own. Names tell them, so that no class is touched that may be missing. */
public final class RegistryKinds {

    private static final PrivateField CONFIG = new PrivateField(PushMeterRegistry.class, "config");

    private RegistryKinds() {}

    public static boolean isPrometheus(MeterRegistry registry) {
        return isA(registry, "io.micrometer.prometheusmetrics.PrometheusMeterRegistry");
    }

    public static boolean isOtlp(MeterRegistry registry) {
        return isA(registry, "io.micrometer.registry.otlp.OtlpMeterRegistry");
    }

    public static boolean isStatsd(MeterRegistry registry) {
        return isA(registry, "io.micrometer.statsd.StatsdMeterRegistry");
    }

    public static boolean isInflux(MeterRegistry registry) {
        return isA(registry, "io.micrometer.influx.InfluxMeterRegistry");
    }

    /** Whether it sends what came since it last sent, for the other side to add up, and not totals. */
    public static boolean sendsDifferences(MeterRegistry registry) {
        return registry instanceof StepMeterRegistry || isStatsd(registry) || isOtlp(registry) && isDelta(registry);
    }

    private static boolean isA(MeterRegistry registry, String name) {
        for (Class<?> type = registry.getClass(); type != null; type = type.getSuperclass()) {
            if (type.getName().equals(name)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isDelta(MeterRegistry registry) {
        try {
            return Otlp.isDelta(CONFIG.valueIn(registry));
        } catch (LinkageError otherVersion) {
            return false;
        }
    }

    /** Apart, so that it is linked only where there is such a registry. */
    private static final class Otlp {

        private Otlp() {}

        static boolean isDelta(Object config) {
            return config instanceof OtlpConfig otlp && otlp.aggregationTemporality() == AggregationTemporality.DELTA;
        }
    }
}
