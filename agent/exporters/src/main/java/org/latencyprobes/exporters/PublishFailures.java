package org.latencyprobes.exporters;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import org.latencyprobes.agent.backend.ExporterState;

/**
 * The number of publishes that failed and of the calls they lost, as metrics of the backend itself: who looks at the data sees
 * that there are holes. Thread-safe.
 */
final class PublishFailures {

    private static final String NAME = "probe.publish.failures";
    private static final String ABOUT = "Publishes of latency probes that failed";
    private static final String LOST = "probe.publish.lost";
    private static final String ABOUT_LOST = "Calls that were in publishes that failed";

    private final ExporterState state;
    private long seen;
    private boolean begun;

    private PublishFailures(ExporterState state) {
        this.state = state;
    }

    /** For a backend that is sent totals. Held by the backend: the registry holds it weakly. */
    static PublishFailures in(MeterRegistry registry, ExporterState state) {
        PublishFailures failures = new PublishFailures(state);
        FunctionCounter.builder(NAME, failures, PublishFailures::count)
                .description(ABOUT)
                .register(registry);
        return failures;
    }

    /** For one that is sent differences. Here these are gauges of the totals: a difference would be lost with the next publish that fails. */
    static PublishFailures amongDifferences(MeterRegistry registry, ExporterState state) {
        PublishFailures failures = new PublishFailures(state);
        Gauge.builder(NAME, failures, PublishFailures::count).description(ABOUT).register(registry);
        Gauge.builder(LOST, failures, held -> held.state.lostCalls())
                .description(ABOUT_LOST)
                .register(registry);
        return failures;
    }

    /** For registries that tell nothing of success: a look without a failure since the last one was one. */
    private synchronized double count() {
        long now = state.failures();
        if (begun && now == seen) {
            state.publishedUnlessCounted();
        }
        begun = true;
        seen = now;
        return now;
    }
}
