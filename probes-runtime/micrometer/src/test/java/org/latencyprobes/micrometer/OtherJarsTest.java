package org.latencyprobes.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLClassLoader;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** The same classes without optional jars, and with an older Micrometer. */
class OtherJarsTest {

    @Test
    void needsNeitherPrometheusNorOtlp() throws Exception {
        try (URLClassLoader loader = ChildLoaders.of(
                ClassLoader.getPlatformClassLoader(),
                path -> !path.contains("prometheus")
                        && !path.contains("otlp")
                        && !path.contains("opentelemetry")
                        && !path.contains("protobuf"))) {
            assertThat(run(loader, Isolated.Plain.class))
                    .contains("probe.duration.count")
                    .contains("probe='isolated'");
            assertThat(loader.getResource("io/prometheus/metrics/model/registry/MultiCollector.class"))
                    .isNull();
        }
    }

    @Test
    void worksWithTheMicrometerOfSpringBoot3() throws Exception {
        try (URLClassLoader loader = ChildLoaders.of(
                ClassLoader.getPlatformClassLoader(),
                path -> !path.contains("micrometer-")
                        && !path.contains("prometheus-metrics")
                        && !path.contains("opentelemetry-proto")
                        && !path.contains("protobuf-java"),
                ChildLoaders.older())) {
            Class<?> core = loader.loadClass("io.micrometer.core.instrument.MeterRegistry");
            assertThat(core.getPackage().getImplementationVersion()).startsWith("1.15.");
            assertThat(run(loader, Isolated.Plain.class)).contains("probe.duration.count");
            assertThat(run(loader, Isolated.Prometheus.class))
                    .contains("probe_duration_seconds_count{desk=\"fx\",outcome=\"ok\",probe=\"isolated\"} ")
                    .contains("probe_duration_max_seconds")
                    .endsWith("schema 5");
            assertThat(run(loader, Isolated.OpenTelemetry.class)).contains("scale: 5", "positive {");
        }
    }

    private static String run(ClassLoader loader, Class<?> type) throws ReflectiveOperationException {
        return (String) ((Supplier<?>) ChildLoaders.make(loader, type)).get();
    }
}
