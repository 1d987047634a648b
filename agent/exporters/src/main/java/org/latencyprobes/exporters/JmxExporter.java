package org.latencyprobes.exporters;

import io.micrometer.core.instrument.Clock;
import io.micrometer.jmx.JmxConfig;
import io.micrometer.jmx.JmxMeterRegistry;
import java.util.Objects;
import java.util.Set;
import org.latencyprobes.agent.backend.Exporter;
import org.latencyprobes.agent.backend.ExporterState;
import org.latencyprobes.agent.option.BackendSpec;
import org.latencyprobes.bridge.Binders;
import org.latencyprobes.micrometer.LatencyProbesMetrics;

/** An exporter of probes as MBeans. */
final class JmxExporter implements Exporter {

    private static final String DOMAIN = "jmx.domain";

    private final JmxMeterRegistry registry;
    private final LatencyProbesMetrics probes;
    private final String domain;

    JmxExporter(BackendSpec spec, ExporterState state) {
        Set<String> keys = RegistryConfig.of(JmxConfig.class);
        keys.add(DOMAIN);
        RegistryConfig.check(spec, state, keys);
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

    /** Micrometer's configuration, which does not ask for the domain. */
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
