package org.latencyprobes.exporters;

import java.util.function.Supplier;
import org.latencyprobes.agent.backend.Exporter;
import org.latencyprobes.agent.backend.ExporterFactory;
import org.latencyprobes.agent.backend.ExporterState;
import org.latencyprobes.agent.option.BackendSpec;
import org.latencyprobes.internal.histogram.CountsReader;

/**
 * The factory of all exporters: those of the backends in the agent's jar, and those of registries from a folder. The agent makes
 * it by name. For one thread.
 */
public final class BundledFactory implements ExporterFactory {

    private boolean isStatsdUsed;

    /** Creates a factory; called by name. */
    public BundledFactory() {}

    @Override
    public Exporter open(BackendSpec spec, ExporterState state, Supplier<CountsReader> baseline, ClassLoader loader)
            throws Exception {
        if (spec.folder() != null) {
            return new FolderExporter(spec, state, baseline, loader);
        }
        isStatsdUsed |= spec.name().equals("statsd");
        return switch (spec.name()) {
            case "prometheus" -> new PrometheusExporter(spec, state);
            case "otlp" -> new OtlpExporter(spec, state, baseline);
            case "statsd" -> new StatsdExporter(spec, state, baseline);
            case "jmx" -> new JmxExporter(spec, state);
            default -> throw new IllegalArgumentException("no backend of the agent's jar: " + spec.name());
        };
    }

    @Override
    public void end() {
        if (isStatsdUsed) {
            StatsdExporter.endThreads();
        }
    }
}
