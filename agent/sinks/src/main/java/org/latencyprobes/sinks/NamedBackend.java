package org.latencyprobes.sinks;

import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import org.latencyprobes.agent.backend.Backend;
import org.latencyprobes.agent.backend.BackendState;
import org.latencyprobes.agent.option.BackendSpec;
import org.latencyprobes.bridge.Binders;
import org.latencyprobes.micrometer.LatencyProbesMetrics;

/** Any registry of Micrometer's, from the jars of a folder. */
final class NamedBackend implements Backend {

    private final HttpSending sending;
    private final MeterRegistry registry;
    private final LatencyProbesMetrics probes;
    private final Failures failures;
    private final String address;

    NamedBackend(BackendSpec spec, BackendState state, ClassLoader loader)
            throws IOException, ReflectiveOperationException {
        RegistryType type = RegistryType.find(spec, loader);
        Keys.check(spec, state, Keys.of(type.configType()));
        sending = new HttpSending(state);
        state.countWarnings(!type.takesSender());
        registry = type.create(key -> Keys.value(spec, key), sending);
        address = address(spec, type);
        failures = Failures.in(registry, state);
        probes = Binders.of(spec.publishing());
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
        probes.renew();
        registry.close();
        probes.close();
        java.lang.ref.Reference.reachabilityFence(failures);
    }

    @Override
    public void abort() {
        sending.abort();
    }
}
