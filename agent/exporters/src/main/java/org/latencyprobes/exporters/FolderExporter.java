package org.latencyprobes.exporters;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.config.MeterRegistryConfig;
import io.micrometer.core.instrument.push.PushRegistryConfig;
import io.micrometer.core.instrument.step.StepMeterRegistry;
import java.io.IOException;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.latencyprobes.agent.backend.Exporter;
import org.latencyprobes.agent.backend.ExporterState;
import org.latencyprobes.agent.option.BackendSpec;
import org.latencyprobes.bridge.Binders;
import org.latencyprobes.internal.histogram.CountsReader;
import org.latencyprobes.micrometer.LatencyProbesMetrics;

/** An exporter by any registry of Micrometer's, from the jars of a folder. */
final class FolderExporter implements Exporter {

    private final HttpSending sending;
    private final MeterRegistry registry;
    private final StepPublishing steps;
    private final LatencyProbesMetrics probes;
    private final PublishFailures failures;
    private final String address;

    FolderExporter(BackendSpec spec, ExporterState state, Supplier<CountsReader> baseline, ClassLoader loader)
            throws IOException, ReflectiveOperationException {
        RegistryType type = RegistryType.find(spec, loader);
        RegistryConfig.check(spec, state, RegistryConfig.of(type.configType()));
        MeterRegistryConfig config = type.config(key -> RegistryConfig.value(spec, key));
        PushRegistryConfig pushed = config instanceof PushRegistryConfig push ? push : null;
        sending = pushed != null && type.takesSender() ? new HttpSending(state, pushed) : null;
        state.countWarnings(sending == null);
        registry = type.create(config, sending);
        address = address(spec, type);
        if (registry instanceof StepMeterRegistry stepped) {
            LongSupplier undelivered = sending == null ? state::failures : sending::undelivered;
            steps = new StepPublishing(stepped, pushed, state, undelivered);
            failures = PublishFailures.amongDifferences(registry, state);
        } else {
            steps = null;
            failures = PublishFailures.in(registry, state);
        }
        probes = Binders.of(spec.publishing(), baseline);
        probes.bindTo(registry);
    }

    private static String address(BackendSpec spec, RegistryType type) {
        for (String key : new String[] {".uri", ".host", ".url"}) {
            String value = spec.setting(spec.name() + key);
            if (value != null) {
                return value;
            }
        }
        return type.name();
    }

    @Override
    public String address() {
        return address;
    }

    @Override
    public void close() {
        probes.prepareFinalPublish();
        if (steps == null) {
            registry.close();
        } else {
            steps.close();
        }
        probes.close();
        java.lang.ref.Reference.reachabilityFence(failures);
    }

    @Override
    public void abort() {
        if (sending != null) {
            sending.abort();
        }
    }
}
