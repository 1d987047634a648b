package org.latencyprobes.bridge;

import io.micrometer.core.instrument.Metrics;
import org.latencyprobes.agent.option.Publishing;
import org.latencyprobes.micrometer.LatencyProbesMetrics;

/** All probes in the global registry of the Micrometer that this class is linked against. Made by name. */
public final class GlobalBinding implements AutoCloseable {

    private final LatencyProbesMetrics probes;

    /**
     * Binds.
     *
     * @param publishing what is published
     */
    public GlobalBinding(Publishing publishing) {
        probes = Binders.of(publishing);
        probes.bindTo(Metrics.globalRegistry);
    }

    /** Takes everything out again. */
    @Override
    public void close() {
        probes.close();
    }
}
