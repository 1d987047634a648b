package org.latencyprobes.micrometer;

import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.push.PushMeterRegistry;
import io.micrometer.core.instrument.push.PushRegistryConfig;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.core.instrument.step.StepMeterRegistry;
import java.lang.reflect.Field;
import java.util.concurrent.TimeUnit;

/**
 * When a registry's reading of a meter begins a new publish: registries do not say.
 *
 * <p>A registry that publishes steps fixes its counts at the step's start, some time before it publishes them, so there the snapshot
 * is that of the step. Any other reads each meter once in each publish: a meter read a second time, or a snapshot older than any
 * publish lasts, means that the next one has begun.
 *
 * @param clock the registry's clock, for steps
 * @param stepMillis the step, in ms; 0 for registries that do not publish steps
 * @param againNanos after how many ns a second reading counts as one: a registry may ask twice in a row
 * @param lastingNanos after how many ns a snapshot of counts is too old for the publish at hand
 * @param gaugesLastingNanos the same for what covers an interval
 */
record PublishCycle(Clock clock, long stepMillis, long againNanos, long lastingNanos, long gaugesLastingNanos) {

    private static final Field CONFIG = MeterFilters.field(PushMeterRegistry.class, "config");
    private static final long AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long LASTING_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long LONGEST_PUBLISH_NANOS = TimeUnit.SECONDS.toNanos(30);

    static PublishCycle of(MeterRegistry registry) {
        Clock clock = registry.config().clock();
        if (registry instanceof SimpleMeterRegistry) {
            return new PublishCycle(clock, 0, 0, 0, Long.MAX_VALUE); // nothing publishes it: readings are looks at now
        }
        if (registry instanceof PushMeterRegistry
                && MeterFilters.valueOf(CONFIG, registry) instanceof PushRegistryConfig config) {
            boolean isStep = registry instanceof StepMeterRegistry;
            long lasting = Math.min(config.step().toNanos() / 2, LONGEST_PUBLISH_NANOS);
            return new PublishCycle(clock, isStep ? config.step().toMillis() : 0, AGAIN_NANOS, lasting, lasting);
        }
        return new PublishCycle(clock, 0, AGAIN_NANOS, LASTING_NANOS, LASTING_NANOS);
    }

    boolean hasSteps() {
        return stepMillis > 0;
    }

    /** Whether readings are to show now rather than the publish at hand. */
    boolean isLive() {
        return lastingNanos == 0;
    }

    long step() {
        return clock.wallTime() / stepMillis;
    }
}
