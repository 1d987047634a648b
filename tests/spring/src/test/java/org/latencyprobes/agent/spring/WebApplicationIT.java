package org.latencyprobes.agent.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** A web application with Prometheus's registry, started as an executable jar with the agent. */
@ParameterizedClass
@EnumSource
@Tag("full")
final class WebApplicationIT {

    private static final String TEXT = "text/plain;version=0.0.4;charset=utf-8";
    private static final String OPEN_METRICS = "application/openmetrics-text;version=1.0.0;charset=utf-8";
    private static final String PROTOBUF =
            "application/vnd.google.protobuf;" + "proto=io.prometheus.client.MetricFamily;encoding=delimited";

    @TempDir
    private static Path folder;

    private static Application application;

    @Parameter
    private Boot boot;

    @BeforeParameterizedClassInvocation
    static void startAndOrder(Boot boot) {
        application = new Application(boot.executableJar(folder).withAgent("report=off"));
        application.start(
                "start",
                "management.otlp.metrics.export.enabled=false",
                "management.metrics.tags.region=eu",
                "latency-probes.metrics.slo=250us",
                "latency-probes.metrics.buckets=100us,1ms",
                "latency-probes.metrics.tags.team=trading");
        application.get("/order?times=1000");
        application.get("/price?times=500");
    }

    @AfterParameterizedClassInvocation
    static void end() {
        application.close();
    }

    @Test
    void itIsTheVersionThatIsSaid() {
        assertThat(application.fact("boot")).isEqualTo(boot.version());
    }

    @Test
    void probesOfTheApiArePublishedAsText() {
        assertThatOrdersAreIn(scrape(TEXT));
    }

    @Test
    void probesOfTheApiArePublishedAsOpenMetrics() {
        assertThat(text(OPEN_METRICS)).endsWith("# EOF\n");
        assertThatOrdersAreIn(scrape(OPEN_METRICS));
    }

    private static void assertThatOrdersAreIn(Exposition scraped) {
        String name = "probe_duration_seconds";
        assertThat(scraped.value(name + "_count", "probe", "order to ack", "outcome", "ok"))
                .isEqualTo(900);
        assertThat(scraped.value(name + "_count", "probe", "order to ack", "outcome", "cancelled"))
                .isEqualTo(100);
        assertThat(scraped.value(name + "_sum", "probe", "order to ack", "outcome", "ok"))
                .isBetween(900 * 100e-6 * 0.996, 900 * 100e-6 * 1.004);
        assertThat(scraped.of(name + "_bucket", "probe", "order to ack", "outcome", "ok"))
                .extracting(sample -> sample.labels().get("le"))
                .hasSize(3)
                .last()
                .isEqualTo("+Inf");
    }

    @Test
    void probesThatTheAgentWovePublishReturnsAndExceptions() {
        Exposition scraped = scrape(TEXT);
        assertThat(scraped.value("probe_duration_seconds_count", "probe", "price", "outcome", "ok", "desk", "fx"))
                .isEqualTo(450);
        assertThat(scraped.value("probe_duration_seconds_count", "probe", "price", "outcome", "error", "desk", "fx"))
                .isEqualTo(50);
    }

    @Test
    void jitterIsPublished() {
        Awaitility.await("the first sample")
                .atMost(Duration.ofMinutes(5))
                .until(() -> scrape(TEXT).value("probe_jitter_seconds_count", "sampler", "jitter.hiccup") > 0);
    }

    @Test
    void theNativeHistogramTravelsInProtobuf() {
        HttpResponse<byte[]> response = application.get("/actuator/prometheus", PROTOBUF);
        assertThat(response.headers().firstValue("Content-Type").orElseThrow())
                .startsWith("application/vnd.google.protobuf");
        Families.Histogram histogram =
                Families.in(response.body()).histogram("probe_duration_seconds", "order to ack", "ok");
        assertThat(histogram.schema()).isEqualTo(5);
        assertThat(histogram.count()).isEqualTo(900);
        assertThat(histogram.inNativeBuckets()).isEqualTo(900);
        assertThat(histogram.classicBuckets()).isPositive();
    }

    @Test
    void callsAboveTheObjectiveAreCounted() {
        assertThat(scrape(TEXT)
                        .value(
                                "probe_duration_slo_over_total",
                                "probe",
                                "order to ack",
                                "outcome",
                                "cancelled",
                                "slo",
                                "250us"))
                .isEqualTo(100);
    }

    @Test
    void commonTagsAndTheProbesOwnAreOnEverySample() {
        assertThat(scrape(TEXT).samples())
                .filteredOn(sample -> sample.name().startsWith("probe_"))
                .isNotEmpty()
                .allSatisfy(sample -> assertThat(sample.labels())
                        .containsEntry("region", "eu")
                        .containsEntry("team", "trading"));
    }

    @Test
    void meterFiltersApply() {
        Exposition scraped = scrape(TEXT);
        assertThat(scraped.of("probe_duration_seconds_count", "probe", "secret"))
                .isEmpty();
        assertThat(scraped.of("probe_duration_seconds_count", "market", "XETR")).hasSize(3); // outcomes, at 0 too
        assertThat(scraped.of("probe_duration_seconds_count", "venue", "XETR")).isEmpty();
    }

    /** Prometheus's histograms are in no meter of Micrometer's, and that endpoint lists nothing else. */
    @Test
    void theMetricsEndpointSaysHowManyThereAre() {
        assertThat(application.meter("probe.published", "team", "trading")).contains("\"value\":", "\"region\"");
        assertThat(application.meter("probe.duration.slo.edge", "slo", "250us")).contains("\"value\":2.49");
    }

    @Test
    void aProbeThatComesLaterIsCountedFromItsFirstSample() {
        for (int round = 1; round <= 3; round++) {
            application.get("/sample?probe=later&times=10");
            assertThat(scrape(TEXT).value("probe_duration_seconds_count", "probe", "later", "outcome", "ok"))
                    .isEqualTo(10 * round);
        }
    }

    private static Exposition scrape(String format) {
        return Exposition.of(text(format));
    }

    private static String text(String format) {
        return new String(application.get("/actuator/prometheus", format).body(), StandardCharsets.UTF_8);
    }
}
