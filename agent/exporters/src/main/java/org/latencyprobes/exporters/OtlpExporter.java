package org.latencyprobes.exporters;

import io.micrometer.registry.otlp.OtlpConfig;
import io.micrometer.registry.otlp.OtlpHttpMetricsSender;
import io.micrometer.registry.otlp.OtlpMeterRegistry;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.latencyprobes.agent.backend.Exporter;
import org.latencyprobes.agent.backend.ExporterFactory;
import org.latencyprobes.agent.backend.ExporterState;
import org.latencyprobes.agent.base.Log;
import org.latencyprobes.agent.option.BackendSpec;
import org.latencyprobes.bridge.Binders;
import org.latencyprobes.internal.histogram.CountsReader;
import org.latencyprobes.micrometer.LatencyProbesMetrics;
import org.latencyprobes.micrometer.ProbesOtlp;

/** An exporter of exponential histograms over OTLP. */
final class OtlpExporter implements Exporter {

    private static final String INSTANCE = "service.instance.id";
    private static final String PATH = "/v1/metrics";

    private final HttpSending sending;
    private final OtlpMeterRegistry registry;
    private final LatencyProbesMetrics probes;
    private final PublishFailures failures;
    private final PublishSchedule schedule;
    private final String url;

    OtlpExporter(BackendSpec spec, ExporterState state, Supplier<CountsReader> baseline)
            throws ReflectiveOperationException {
        RegistryConfig.check(spec, state, RegistryConfig.of(OtlpConfig.class));
        url = withPath(spec.setting("otlp.url"));
        Config config = new Config(spec);
        sending = new HttpSending(state, config);
        registry = OtlpMeterRegistry.builder(config)
                .metricsSender(ProbesOtlp.sender(new OtlpHttpMetricsSender(sending)))
                .build();
        failures = PublishFailures.in(registry, state);
        probes = Binders.of(spec.publishing(), baseline);
        probes.bindTo(registry);
        registry.stop(); // its own schedule
        StepRollover micrometer = new StepRollover();
        schedule = new PublishSchedule(config, () -> publish(micrometer, state));
    }

    private void publish(StepRollover micrometer, ExporterState state) {
        try {
            micrometer.publish(registry);
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
            state.failed(Log.describe(e));
        }
    }

    private static String withPath(String url) {
        String path = URI.create(url).getPath();
        return path == null || path.isEmpty() || path.equals("/") ? url.replaceAll("/$", "") + PATH : url;
    }

    @Override
    public String address() {
        return url;
    }

    @Override
    public void close() {
        schedule.end(StepPublishing.LONGEST_PUBLISH_SECONDS);
        probes.prepareFinalPublish();
        registry.close();
        probes.close();
        java.lang.ref.Reference.reachabilityFence(failures);
    }

    @Override
    public void abort() {
        sending.abort();
    }

    /** Micrometer's configuration, but each JVM is an instance of its own: two that look alike would overwrite each other's histograms. */
    private record Config(BackendSpec spec) implements OtlpConfig {

        @Override
        public String get(String key) {
            return spec.setting(key);
        }

        @Override
        public String url() {
            return withPath(spec.setting("otlp.url"));
        }

        @Override
        public Map<String, String> resourceAttributes() {
            Map<String, String> attributes = new LinkedHashMap<>(OtlpConfig.super.resourceAttributes());
            attributes.putIfAbsent(INSTANCE, ExporterFactory.INSTANCE);
            return attributes;
        }
    }
}
