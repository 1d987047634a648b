package org.latencyprobes.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.registry.otlp.OtlpHttpMetricsSender;
import io.micrometer.registry.otlp.OtlpMetricsSender;
import org.junit.jupiter.api.Test;
import org.latencyprobes.micrometer.LatencyProbesMetrics;
import org.latencyprobes.probe.LatencyProbe;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

final class LatencyProbesAutoConfigurationTest {

    private static final String PROBE = "probe of the auto-configuration";

    private final ApplicationContextRunner application = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    LatencyProbesAutoConfiguration.class, LatencyProbesOtlpAutoConfiguration.class));

    @Test
    void contributesOneMeterBinder() {
        application.run(context ->
                assertThat(context).hasSingleBean(LatencyProbesMetrics.class).hasSingleBean(MeterBinder.class));
    }

    @Test
    void backsOffWhereTheApplicationHasItsOwn() {
        application
                .withBean("own", LatencyProbesMetrics.class, LatencyProbesMetrics::new)
                .run(context ->
                        assertThat(context.getBean(LatencyProbesMetrics.class)).isSameAs(context.getBean("own")));
    }

    @Test
    void contributesNothingWhenSwitchedOff() {
        application
                .withPropertyValues("latency-probes.metrics.enabled=false")
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .doesNotHaveBean(MeterBinder.class)
                        .doesNotHaveBean(OtlpMetricsSender.class)
                        .doesNotHaveBean(LatencyProbesProperties.class));
    }

    @Test
    void contributesNothingWithoutMicrometer() {
        application
                .withClassLoader(new FilteredClassLoader("io.micrometer"))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean("latencyProbesMetrics"));
    }

    @Test
    void contributesNoSenderWithoutTheOtlpRegistry() {
        application
                .withClassLoader(new FilteredClassLoader("io.micrometer.registry.otlp"))
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .hasSingleBean(LatencyProbesMetrics.class)
                        .doesNotHaveBean(OtlpMetricsSender.class));
    }

    @Test
    void decoratesTheSenderThatTheApplicationHas() {
        OtlpMetricsSender own = request -> {};
        application
                .withBean(OtlpMetricsSender.class, () -> own)
                .run(context -> assertThat(context)
                        .getBean(OtlpMetricsSender.class)
                        .isNotSameAs(own)
                        .isNotInstanceOf(OtlpHttpMetricsSender.class));
    }

    @Test
    void unbindsWhenTheContextCloses() {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        LatencyProbe.named(PROBE).recordNanos(1);
        application.run(context -> {
            context.getBean(LatencyProbesMetrics.class).bindTo(registry);
            assertThat(registry.find("probe.duration.count")
                            .tags("probe", PROBE, "outcome", "ok")
                            .meters())
                    .hasSize(1);
        });
        assertThat(registry.getMeters()).isEmpty();
    }
}
