package org.latencyprobes.micrometer;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.push.PushMeterRegistry;
import io.micrometer.core.instrument.step.StepMeterRegistry;
import io.micrometer.registry.otlp.AggregationTemporality;
import io.micrometer.registry.otlp.OtlpConfig;
import java.lang.reflect.Field;

/** Which registries send what came since they last sent, for the other side to add up, and not totals. */
final class Differences {

    private static final Field CONFIG = MeterFilters.field(PushMeterRegistry.class, "config");

    private Differences() {}

    static boolean areSentBy(MeterRegistry registry) {
        return registry instanceof StepMeterRegistry
                || Registries.isA(registry, "io.micrometer.statsd.StatsdMeterRegistry")
                || Registries.isA(registry, Registries.OTLP) && isDelta(registry);
    }

    private static boolean isDelta(MeterRegistry registry) {
        try {
            return Otlp.isDelta(MeterFilters.valueOf(CONFIG, registry));
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
