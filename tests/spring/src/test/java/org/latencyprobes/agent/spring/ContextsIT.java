package org.latencyprobes.agent.spring;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** One JVM without the agent, in which the application is started and stopped with other properties each time. */
@ParameterizedClass
@MethodSource("org.latencyprobes.agent.spring.Boot#ofThisTier")
@Tag("full")
final class ContextsIT {

    private static final String NO_OTLP = "management.otlp.metrics.export.enabled=false";
    private static final String NO_PROMETHEUS = "management.prometheus.metrics.export.enabled=false";

    private static Application application;

    @Parameter
    private Boot boot;

    @BeforeParameterizedClassInvocation
    static void fork(Boot boot) {
        application = new Application(boot.application());
    }

    @AfterParameterizedClassInvocation
    static void end() {
        application.close();
    }

    @AfterEach
    void stop() {
        application.tell("stop");
    }

    @Test
    void theSimpleRegistryHasThemToo() {
        application.start("start", NO_OTLP, NO_PROMETHEUS, "management.metrics.tags.region=eu");
        application.get("/order?times=100");
        assertThat(application.fact("boot")).isEqualTo(boot.version());
        assertThat(application.meter("probe.duration.count", "probe", "order to ack", "outcome", "ok"))
                .contains("\"value\":90.0", "\"region\"", "\"market\"");
        assertThat(application.status("/actuator/prometheus")).isEqualTo(404);
    }

    @Test
    void percentilesAreThoseAskedFor() {
        application.start("start", NO_OTLP, NO_PROMETHEUS, "latency-probes.metrics.percentiles=0.75,0.9999");
        assertThat(application.meter("probe.duration.percentile", "probe", "order to ack"))
                .contains("0.75", "0.9999")
                .doesNotContain("\"0.5\"", "\"0.99\"");
    }

    @Test
    void switchedOffNothingIsPublished() {
        application.start("start", NO_OTLP, "latency-probes.metrics.enabled=false");
        application.get("/sample?probe=off&times=70");
        assertThat(application.fact("binders")).isEqualTo("0");
        assertThat(application.get("/actuator/prometheus"))
                .contains("jvm_memory")
                .doesNotContain("probe_");
    }

    @Test
    void springBootsSwitchForMetersTurnsThemOff() {
        application.start("start", NO_OTLP, "management.metrics.enable.probe=false");
        application.get("/sample?probe=disabled&times=70");
        assertThat(application.get("/actuator/prometheus"))
                .contains("jvm_memory")
                .doesNotContain("probe_");
    }

    @Test
    void aWrongPropertyEndsTheStartWithItsNameValueAndReason() {
        application.start("start", NO_OTLP, "latency-probes.metrics.percentiles=99");
        assertThat(application.fact("refused")).isNotEmpty();
        assertThat(application.printed())
                .contains("APPLICATION FAILED TO START", "latency-probes.metrics.percentiles", "99.0")
                .contains("A percentile is above 0 and up to 1, the 99th 0.99.");
    }

    @Test
    void severalRegistriesGetThemEachByItsOwnBinding() {
        try (OtlpReceiver collector = new OtlpReceiver()) {
            application.start(
                    "start",
                    "management.otlp.metrics.export.url=" + collector.url(),
                    "management.otlp.metrics.export.step=1s");
            application.get("/sample?probe=composite&times=70");
            assertThat(application
                            .scrape()
                            .value("probe_duration_seconds_count", "probe", "composite", "outcome", "ok"))
                    .isEqualTo(70);
            collector.awaitHistogram("composite", 70);
        }
    }
}
