package org.latencyprobes.micrometer;

import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.push.PushMeterRegistry;
import io.micrometer.core.instrument.push.PushRegistryConfig;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.core.instrument.step.StepMeterRegistry;
import java.util.concurrent.TimeUnit;
import org.latencyprobes.micrometer.internal.series.PrivateField;

/**
 * The publishes of one registry, as far as its readings of meters tell: registries do not say when a publish begins.
 *
 * <p>A registry that publishes steps fixes its counts at the step's start, some time before it publishes them, so there the snapshot
 * is that of the step. Any other reads each meter once in each publish. So a meter read a second time, or a snapshot older than any
 * publish lasts, means that the next one has begun. Not thread-safe.
 */
final class PublishCycle {

    private static final PrivateField CONFIG = new PrivateField(PushMeterRegistry.class, "config");
    private static final long AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long LASTING_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long LONGEST_PUBLISH_NANOS = TimeUnit.SECONDS.toNanos(30);
    private static final long RE_READING_COSTS = 10;

    /** However slow the machine is: without a prepared final publish, one that follows sooner shows what the one before showed. */
    private static final long LONGEST_RE_READING_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final Clock clock;
    private final long stepMillis;
    private final long againNanos;
    private final long lastingNanos;
    private final long gaugesLastingNanos;

    private int countsGeneration;
    private int gaugesGeneration;
    private int countsShownByGauges = -1;
    private long countsNanos;
    private long gaugesNanos;
    private long costNanos;
    private long step = -1;

    /** The values that are to be frozen anew before a reading: the counts, and what covers an interval. */
    record Due(boolean counts, boolean gauges) {}

    /**
     * Creates a cycle before its first publish.
     *
     * @param clock the registry's clock, for steps
     * @param stepMillis the step, in ms; 0 for registries that do not publish steps
     * @param againNanos after how many ns a second reading counts as one: a registry may ask twice in a row
     * @param lastingNanos after how many ns a snapshot of counts is too old for the publish at hand
     * @param gaugesLastingNanos the same for what covers an interval
     */
    private PublishCycle(Clock clock, long stepMillis, long againNanos, long lastingNanos, long gaugesLastingNanos) {
        this.clock = clock;
        this.stepMillis = stepMillis;
        this.againNanos = againNanos;
        this.lastingNanos = lastingNanos;
        this.gaugesLastingNanos = gaugesLastingNanos;
    }

    static PublishCycle of(MeterRegistry registry) {
        Clock clock = registry.config().clock();
        if (registry instanceof SimpleMeterRegistry) {
            return new PublishCycle(clock, 0, 0, 0, Long.MAX_VALUE); // nothing publishes it: each reading shows now
        }
        if (registry instanceof PushMeterRegistry && CONFIG.valueIn(registry) instanceof PushRegistryConfig config) {
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

    /** What this reading, by beginning a publish, makes out of date. */
    Due dueBefore(MeterReading reading, long nowNanos) {
        return hasSteps() ? dueByStep(reading, nowNanos) : dueByReading(reading, nowNanos);
    }

    private Due dueByStep(MeterReading reading, long nowNanos) {
        long present = clock.wallTime() / stepMillis;
        if (present != step) {
            step = present;
            return new Due(true, true);
        }
        if (!isNext(reading, nowNanos, Long.MAX_VALUE, Long.MAX_VALUE)) {
            return new Due(false, false);
        }
        return new Due(true, reading.isGauge()); // the final publish within a step
    }

    private Due dueByReading(MeterReading reading, long nowNanos) {
        if (!isNext(reading, nowNanos, lastingNanos, gaugesLastingNanos)) {
            return new Due(false, false);
        }
        boolean isFresh = nowNanos - countsNanos <= lastingNanos && countsShownByGauges != countsGeneration;
        return new Due(!reading.isGauge() || !isFresh, reading.isGauge());
    }

    /** Whether this reading belongs to the next publish. */
    private boolean isNext(MeterReading reading, long nowNanos, long countsMostNanos, long gaugesMostNanos) {
        if (isFirst(reading)) {
            return true;
        }
        long age = nowNanos - (reading.isGauge() ? gaugesNanos : countsNanos);
        boolean isAgain = reading.generation() == generationFor(reading);
        long again = againNanos == 0
                ? 0
                : Math.max(againNanos, Math.min(RE_READING_COSTS * costNanos, LONGEST_RE_READING_NANOS));
        return age > (reading.isGauge() ? gaugesMostNanos : Math.max(countsMostNanos, costNanos))
                || isAgain && age >= again;
    }

    /** Whether there is nothing to be shown yet. */
    private boolean isFirst(MeterReading reading) {
        return generationFor(reading) == 0 || isLive() && !reading.hasValue();
    }

    /** The freezing that a reading shows now. */
    int generationFor(MeterReading reading) {
        return reading.isGauge() ? gaugesGeneration : countsGeneration;
    }

    /** Told after counts were frozen. */
    void countsFrozen(long sinceNanos) {
        countsNanos = System.nanoTime();
        costNanos = countsNanos - sinceNanos;
        countsGeneration++;
    }

    /** Told after what covers an interval was frozen. */
    void gaugesFrozen() {
        gaugesNanos = System.nanoTime();
        gaugesGeneration++;
        countsShownByGauges = countsGeneration;
    }
}
