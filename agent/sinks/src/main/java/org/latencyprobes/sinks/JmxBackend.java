package org.latencyprobes.sinks;

import io.micrometer.core.instrument.Clock;
import io.micrometer.jmx.JmxConfig;
import io.micrometer.jmx.JmxMeterRegistry;
import org.latencyprobes.agent.backend.Backend;
import org.latencyprobes.agent.backend.BackendState;
import org.latencyprobes.agent.option.BackendSpec;
import org.latencyprobes.bridge.Binders;
import org.latencyprobes.micrometer.LatencyProbesMetrics;

/** Probes as MBeans. */
final class JmxBackend implements Backend {

    private final JmxMeterRegistry registry;
    private final LatencyProbesMetrics probes;
    private final String domain;

    JmxBackend(BackendSpec spec, BackendState state) {
        Keys.check(spec, state, Keys.of(JmxConfig.class));
        JmxConfig config = Keys.config(JmxConfig.class, spec::setting);
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
}
