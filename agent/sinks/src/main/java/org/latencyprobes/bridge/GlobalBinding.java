package org.latencyprobes.bridge;

import io.micrometer.core.instrument.Metrics;
import org.latencyprobes.agent.option.Publishing;
import org.latencyprobes.micrometer.LatencyProbesMetrics;

/**
 * All probes in the global registry of the Micrometer that this class is linked against. Made by name.
 *
 * <p>Starts no thread, which would keep the application's loader: the agent's own looks for what is new.
 */
public final class GlobalBinding implements Runnable, AutoCloseable {

    private final LatencyProbesMetrics probes;

    /**
     * Binds.
     *
     * @param publishing what is published
     */
    public GlobalBinding(Publishing publishing) {
        probes = Binders.builder(publishing).withoutThread().build();
        probes.bindTo(Metrics.globalRegistry);
    }

    /** Looks for registries and probes that are new. */
    @Override
    public void run() {
        probes.look();
    }

    /** Takes everything out again. */
    @Override
    public void close() {
        probes.close();
    }
}
