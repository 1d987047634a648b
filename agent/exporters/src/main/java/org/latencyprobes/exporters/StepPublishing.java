package org.latencyprobes.exporters;

import io.micrometer.core.instrument.push.PushRegistryConfig;
import io.micrometer.core.instrument.step.StepFunctionCounter;
import io.micrometer.core.instrument.step.StepMeterRegistry;
import java.util.function.LongSupplier;
import org.latencyprobes.agent.backend.ExporterState;
import org.latencyprobes.agent.base.Log;

/**
 * The publishing of a registry of steps such that every call is in one publish, and the calls of publishes that fail are
 * counted.
 *
 * <p>By Micrometer's own schedule a call is in no publish where a step passes without one, because the one before still waits
 * for an answer. It is in several where such publishes are made up for. Here a publish holds what came since the one before,
 * however long ago that was. Its counters are rolled over by hand, as Micrometer does before the last publish of all, and as
 * they bear any number of times.
 *
 * <p>The registry's own threads are stopped; one thread of this one's does their work. The last publish is the registry's own,
 * when it closes.
 */
final class StepPublishing implements AutoCloseable {

    private static final String COUNTER = "probe.duration.count";

    static final long LONGEST_PUBLISH_SECONDS = 60;

    private final StepMeterRegistry registry;
    private final ExporterState state;
    private final LongSupplier failures;
    private final StepRollover rollover;
    private final PublishSchedule schedule;

    /**
     * Takes over the publishing of a registry that has no meters yet.
     *
     * @param failures a count that grows when something that was published did not arrive
     */
    StepPublishing(StepMeterRegistry registry, PushRegistryConfig config, ExporterState state, LongSupplier failures)
            throws ReflectiveOperationException {
        this.registry = registry;
        this.state = state;
        this.failures = failures;
        rollover = new StepRollover();
        rollover.stopSchedule(registry);
        registry.config().onMeterAdded(rollover::takeOver);
        schedule = new PublishSchedule(config, this::step);
    }

    private void step() {
        try {
            registry.getMeters().forEach(StepRollover::rollOver);
            long calls = calls();
            long before = failures.getAsLong();
            rollover.publish(registry);
            countLost(calls, before);
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
            state.failed(Log.describe(e));
        }
    }

    /** The calls in the publish at hand, or in the last one. */
    private long calls() {
        return registry.find(COUNTER).functionCounters().stream()
                .filter(StepFunctionCounter.class::isInstance) // others show totals, of which nothing is lost
                .mapToLong(counter -> Math.round(counter.count()))
                .sum();
    }

    private void countLost(long calls, long before) {
        if (failures.getAsLong() != before) {
            state.lost(calls);
        }
    }

    /** Has the registry publish a last time, and closes it. Waits for the other side; interrupted, it waits for that last publish alone. */
    @Override
    public void close() {
        schedule.end(LONGEST_PUBLISH_SECONDS);
        long before = failures.getAsLong();
        registry.close();
        countLost(calls(), before);
    }
}
