package org.latencyprobes.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

final class LatencyProbesPropertiesTest {

    private final ApplicationContextRunner application = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(LatencyProbesAutoConfiguration.class));

    @Test
    void leavesTheDefaultsToTheBinder() {
        application.run(context -> assertThat(context.getBean(LatencyProbesProperties.class))
                .isEqualTo(new LatencyProbesProperties(null, null, null, null, null)));
    }

    @Test
    void readsEveryProperty() {
        application
                .withPropertyValues(
                        "latency-probes.metrics.enabled=true",
                        "latency-probes.metrics.percentiles=0.5,0.999",
                        "latency-probes.metrics.buckets=100us,1ms,10ms",
                        "latency-probes.metrics.slo=250us",
                        "latency-probes.metrics.tags.desk=fx")
                .run(context -> assertThat(context.getBean(LatencyProbesProperties.class))
                        .isEqualTo(new LatencyProbesProperties(
                                true,
                                List.of(0.5, 0.999),
                                List.of(Duration.ofNanos(100_000), Duration.ofMillis(1), Duration.ofMillis(10)),
                                List.of(Duration.ofNanos(250_000)),
                                Map.of("desk", "fx"))));
    }

    @Test
    void anEmptyListAsksForNone() {
        application
                .withPropertyValues("latency-probes.metrics.percentiles=", "latency-probes.metrics.buckets=")
                .run(context -> {
                    LatencyProbesProperties properties = context.getBean(LatencyProbesProperties.class);
                    assertThat(properties.percentiles()).isEmpty();
                    assertThat(properties.buckets()).isEmpty();
                });
    }

    @ParameterizedTest
    @CsvSource({
        "latencyProbes.metrics.slo, 250us",
        "latency_probes.metrics.slo, 250000ns",
        "LATENCY-PROBES.METRICS.SLO[0], PT0.00025S"
    })
    void namesAreRelaxed(String name, String value) {
        application
                .withPropertyValues(name + '=' + value)
                .run(context -> assertThat(
                                context.getBean(LatencyProbesProperties.class).slo())
                        .containsExactly(Duration.ofNanos(250_000)));
    }

    @Test
    void readsTheEnvironment() {
        StandardEnvironment environment = new StandardEnvironment();
        environment
                .getPropertySources()
                .replace(
                        StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
                        new SystemEnvironmentPropertySource(
                                StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
                                Map.of("LATENCYPROBES_METRICS_SLO", "250us,1ms")));
        assertThat(Binder.get(environment)
                        .bind(LatencyProbesProperties.PREFIX, LatencyProbesProperties.class)
                        .get()
                        .slo())
                .containsExactly(Duration.ofNanos(250_000), Duration.ofMillis(1));
    }

    @ParameterizedTest
    @CsvSource({
        "percentiles, 99, 99.0, 'A percentile is above 0 and up to 1, the 99th 0.99.'",
        "percentiles, '0.5,0', 0.0, 'A percentile is above 0 and up to 1, the 99th 0.99.'",
        "percentiles, NaN, NaN, 'A percentile is above 0 and up to 1, the 99th 0.99.'",
        "buckets, '1ms,-1us', PT-0.000001S, 'A duration is above zero and has a unit: 250us, 5ms, 1s.'",
        "slo, 0, PT0S, 'A duration is above zero and has a unit: 250us, 5ms, 1s.'"
    })
    void refusesWhatCannotBeMeant(String property, String value, String shown, String reason) {
        application
                .withPropertyValues("latency-probes.metrics." + property + '=' + value)
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .isInstanceOfSatisfying(InvalidConfigurationPropertyValueException.class, refusal -> {
                            assertThat(refusal.getName()).isEqualTo("latency-probes.metrics." + property);
                            assertThat(refusal.getValue()).hasToString(shown);
                            assertThat(refusal.getReason()).isEqualTo(reason);
                        }));
    }

    @ParameterizedTest
    @CsvSource({"percentiles, many", "slo, 250 microns"})
    void namesThePropertyThatCannotBeRead(String property, String value) {
        application
                .withPropertyValues("latency-probes.metrics." + property + '=' + value)
                .run(context -> assertThat(context)
                        .getFailure()
                        .hasStackTraceContaining("latency-probes.metrics." + property)
                        .hasStackTraceContaining(value));
    }
}
