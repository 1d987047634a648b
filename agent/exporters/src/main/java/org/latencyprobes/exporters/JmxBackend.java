package org.latencyprobes.exporters;

import io.micrometer.core.instrument.Clock;
import io.micrometer.jmx.JmxConfig;
import io.micrometer.jmx.JmxMeterRegistry;
import java.util.Objects;
import java.util.Set;
import org.latencyprobes.agent.backend.Backend;
import org.latencyprobes.agent.backend.BackendState;
import org.latencyprobes.agent.option.BackendSpec;
import org.latencyprobes.bridge.Binders;
import org.latencyprobes.micrometer.LatencyProbesMetrics;

/** Probes as MBeans. */
final class JmxBackend implements Backend {

    private static final String DOMAIN = "jmx.domain";

    private final JmxMeterRegistry registry;
    private final LatencyProbesMetrics probes;
    private final String domain;

    JmxBackend(BackendSpec spec, BackendState state) {
        Set<String> keys = Keys.of(JmxConfig.class);
        keys.add(DOMAIN);
        Keys.check(spec, state, keys);
        JmxConfig config = new Config(spec);
        domain = config.domain();
        registry = new JmxMeterRegistry(config, Clock.SYSTEM);
        probes = Binders.of(spec.publishing());
        probes.bindTo(registry);
    }

    @Override
    public String address() {
        return domain + ":*";
    }

    @Override
    public void close() {
        probes.close();
        registry.close();
    }

    /** Micrometer's, which asks for no domain. */
    private record Config(BackendSpec spec) implements JmxConfig {

        @Override
        public String get(String key) {
            return spec.setting(key);
        }

        @Override
        public String domain() {
            return Objects.requireNonNullElse(spec.setting(DOMAIN), JmxConfig.super.domain());
        }
    }
}
