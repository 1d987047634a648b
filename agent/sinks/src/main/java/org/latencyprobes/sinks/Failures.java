package org.latencyprobes.sinks;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import org.latencyprobes.agent.backend.BackendState;

/** A counter of the publishes that failed, which the backend itself is given: who looks at the data sees that there are holes. */
final class Failures {

    private static final String NAME = "probe.publish.failures";

    private final BackendState state;
    private long seen;
    private boolean begun;

    private Failures(BackendState state) {
        this.state = state;
    }

    /** Held by the backend: the registry holds it weakly. */
    static Failures in(MeterRegistry registry, BackendState state) {
        Failures failures = new Failures(state);
        register(registry, failures);
        return failures;
    }

    private static void register(MeterRegistry registry, Failures failures) {
        FunctionCounter.builder(NAME, failures, Failures::count)
                .description("Publishes of latency probes that failed")
                .register(registry);
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
