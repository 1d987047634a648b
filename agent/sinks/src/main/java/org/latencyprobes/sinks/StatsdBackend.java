package org.latencyprobes.sinks;

import io.micrometer.shaded.reactor.core.scheduler.Schedulers;
import io.micrometer.statsd.StatsdConfig;
import io.micrometer.statsd.StatsdMeterRegistry;
import io.micrometer.statsd.StatsdProtocol;
import java.util.function.Supplier;
import org.latencyprobes.agent.backend.Backend;
import org.latencyprobes.agent.backend.BackendState;
import org.latencyprobes.agent.option.BackendSpec;
import org.latencyprobes.bridge.Binders;
import org.latencyprobes.histogram.IntervalReader;
import org.latencyprobes.micrometer.LatencyProbesMetrics;

/** StatsD lines: made by Micrometer's registry, sent by {@link Lines}, so that its network library is not needed. */
final class StatsdBackend implements Backend {

    private final StatsdMeterRegistry registry;
    private final LatencyProbesMetrics probes;
    private final Failures failures;
    private final Lines lines;

    StatsdBackend(BackendSpec spec, BackendState state, Supplier<IntervalReader> baseline) {
        Keys.check(spec, state, Keys.of(StatsdConfig.class));
        StatsdConfig config = Keys.config(StatsdConfig.class, spec::setting);
        if (config.protocol() == StatsdProtocol.UDS_DATAGRAM) {
            throw new IllegalArgumentException(
                    "statsd.protocol " + config.protocol() + " is not supported; it takes UDP or TCP");
        }
        lines = Lines.to(config, state);
        registry = StatsdMeterRegistry.builder(config).lineSink(lines).build();
        failures = Failures.amongDifferences(registry, state);
        probes = Binders.of(spec.publishing(), baseline);
        probes.bindTo(registry);
    }

    @Override
    public String address() {
        return lines.address();
    }

    @Override
    public void close() {
        probes.finish();
        registry.close();
        lines.close();
        probes.close();
        java.lang.ref.Reference.reachabilityFence(failures);
    }

    @Override
    public void abort() {
        lines.close();
    }

    /** Those that the registry's library would keep for ever. */
    static void endThreads() {
        Schedulers.shutdownNow();
    }
}
