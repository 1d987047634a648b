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

    /** Registers a counter, for a backend that is sent totals. The exporter holds the result: the registry holds it weakly. */
    static PublishFailures in(MeterRegistry registry, ExporterState state) {
        PublishFailures failures = new PublishFailures(state);
        FunctionCounter.builder(NAME, failures, PublishFailures::count)
                .description(ABOUT)
                .register(registry);
        return failures;
    }

    /** Registers gauges of totals, for a backend that is sent differences: a difference would be lost with the next publish that fails. */
    static PublishFailures amongDifferences(MeterRegistry registry, ExporterState state) {
        PublishFailures failures = new PublishFailures(state);
        Gauge.builder(NAME, failures, PublishFailures::count).description(ABOUT).register(registry);
        Gauge.builder(LOST, failures, held -> held.state.lostCalls())
                .description(ABOUT_LOST)
                .register(registry);
        return failures;
    }

    /** The failures so far. Some registries tell nothing of success: there a reading without a failure since the last one counts as one. */
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
