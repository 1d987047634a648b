package org.latencyprobes.exporters;

import io.micrometer.shaded.reactor.core.scheduler.Scheduler;
import io.micrometer.shaded.reactor.core.scheduler.Schedulers;
import io.micrometer.statsd.StatsdConfig;
import io.micrometer.statsd.StatsdMeterRegistry;
import io.micrometer.statsd.StatsdProtocol;
import java.lang.ref.Reference;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.function.Supplier;
import org.latencyprobes.agent.backend.Exporter;
import org.latencyprobes.agent.backend.ExporterState;
import org.latencyprobes.agent.option.BackendSpec;
import org.latencyprobes.bridge.Binders;
import org.latencyprobes.exporters.statsd.StatsdPackets;
import org.latencyprobes.internal.histogram.CountsReader;
import org.latencyprobes.micrometer.LatencyProbesMetrics;

/**
 * An exporter of StatsD lines. Micrometer's registry makes them; {@link StatsdPackets} sends them, so that the registry's network
 * library is not needed.
 *
 * <p>One thread polls the registries, sends what is gathered and closes the registries. A registry that is closed on another
 * thread while it is being polled drops the lines of its last poll.
 */
final class StatsdExporter implements Exporter {

    static {
        Schedulers.setFactory(new Schedulers.Factory() {
            @Override
            public Scheduler newParallel(int parallelism, ThreadFactory threads) {
                return Schedulers.Factory.super.newParallel(1, threads);
            }
        });
        Schedulers.parallel();
        endThreads(); // now that its classes can be loaded: a detach that has given up waiting closes the agent's jar
    }

    /** Its thread, which is never asked for again: after {@link #endThreads} there would be another, for ever. */
    private final Scheduler scheduler = Schedulers.parallel();

    private final StatsdMeterRegistry registry;
    private final LatencyProbesMetrics probes;
    private final PublishFailures failures;
    private final StatsdPackets lines;

    StatsdExporter(BackendSpec spec, ExporterState state, Supplier<CountsReader> baseline) {
        RegistryConfig.check(spec, state, RegistryConfig.of(StatsdConfig.class));
        StatsdConfig config = RegistryConfig.config(StatsdConfig.class, spec::setting);
        if (config.protocol() == StatsdProtocol.UDS_DATAGRAM) {
            throw new IllegalArgumentException(
                    "statsd.protocol " + config.protocol() + " is not supported; it takes UDP or TCP");
        }
        lines = new StatsdPackets(config, state, scheduler);
        registry = StatsdMeterRegistry.builder(config).lineSink(lines).build();
        failures = PublishFailures.amongDifferences(registry, state);
        probes = Binders.of(spec.publishing(), baseline);
        probes.bindTo(registry);
    }

    @Override
    public String address() {
        return lines.address();
    }

    @Override
    public void close() {
        probes.prepareFinalPublish();
        try {
            closeRegistry();
        } finally {
            lines.close();
            probes.close();
            Reference.reachabilityFence(failures);
        }
    }

    /** Polls it a last time and closes it. Interrupted, this no longer waits for a poll before that. */
    private void closeRegistry() {
        try {
            CompletableFuture.runAsync(registry::close, scheduler::schedule).get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            throw new IllegalStateException("closing the registry failed", e.getCause());
        }
    }

    @Override
    public void abort() {
        lines.close();
    }

    /** Ends the threads that the registry's library would keep for ever. */
    static void endThreads() {
        Schedulers.shutdownNow();
    }
}
