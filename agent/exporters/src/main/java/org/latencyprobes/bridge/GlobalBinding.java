package org.latencyprobes.bridge;

import io.micrometer.core.instrument.Metrics;
import java.util.Map;
import org.latencyprobes.agent.option.Publishing;
import org.latencyprobes.internal.histogram.CountsReader;
import org.latencyprobes.micrometer.LatencyProbesMetrics;

/**
 * The binding of all probes to the global registry of the Micrometer that this class is linked against. Made by name.
 *
 * <p>It starts no thread, which would keep the application's loader: a thread of the agent's polls it. For one thread.
 */
public final class GlobalBinding implements Runnable, AutoCloseable {

    private final LatencyProbesMetrics probes;

    /**
     * Binds all probes to the global registry.
     *
     * @param publishing what is published
     * @param readers by registry, the readers of those that were bound before; readers of new ones are added
     */
    public GlobalBinding(Publishing publishing, Map<Object, CountsReader> readers) {
        probes = Binders.builder(publishing)
                .readers(registry -> readers.computeIfAbsent(registry, isNew -> CountsReader.fromNow()))
                .withoutThread()
                .build();
        probes.bindTo(Metrics.globalRegistry);
    }

    /** Looks for registries and probes that are new. */
    @Override
    public void run() {
        probes.poll();
    }

    /** Takes all meters of probes out of the registry. */
    @Override
    public void close() {
        probes.close();
    }
}
