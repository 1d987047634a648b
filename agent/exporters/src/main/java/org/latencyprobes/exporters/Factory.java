package org.latencyprobes.exporters;

import java.util.function.Supplier;
import org.latencyprobes.agent.backend.Backend;
import org.latencyprobes.agent.backend.BackendFactory;
import org.latencyprobes.agent.backend.BackendState;
import org.latencyprobes.agent.option.BackendSpec;
import org.latencyprobes.histogram.IntervalReader;

/** Made by the agent, by name. For one thread. */
public final class Factory implements BackendFactory {

    private boolean isStatsdUsed;

    /** Called by name. */
    public Factory() {}

    @Override
    public Backend open(BackendSpec spec, BackendState state, Supplier<IntervalReader> baseline, ClassLoader loader)
            throws Exception {
        isStatsdUsed |= spec.name().equals("statsd");
        return switch (spec.name()) {
            case "prometheus" -> new PrometheusBackend(spec, state);
            case "otlp" -> new OtlpBackend(spec, state, baseline);
            case "statsd" -> new StatsdBackend(spec, state, baseline);
            case "jmx" -> new JmxBackend(spec, state);
            default -> new NamedBackend(spec, state, baseline, loader);
        };
    }

    @Override
    public void end() {
        if (isStatsdUsed) {
            StatsdBackend.endThreads();
        }
    }
}
