package org.latencyprobes.agent.backend;

import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.InvalidProtocolBufferException;
import io.micrometer.influx.InfluxMeterRegistry;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.metrics.v1.ExponentialHistogramDataPoint;
import io.opentelemetry.proto.metrics.v1.Metric;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.LongSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latencyprobes.agent.fixture.CallsOnRequest;
import org.latencyprobes.agent.kit.AgentClient;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.RunningJvm;

/** Tests that a backend which adds up what it receives has each call once, whatever happens to its options and to the agent. */
@Tag("full")
final class BackendsReopenedIT {

    private static final Pattern INFLUX_COUNT =
            Pattern.compile("probe_duration_count,.*probe=woven.* value=(\\d+)(?:\\.0)?( .*)?");

    @TempDir
    private Path folder;

    private RunningJvm jvm;

    @AfterEach
    void end() {
        jvm.close();
    }

    private void start(String options) {
        jvm = ForkedJvm.of(CallsOnRequest.class)
                .quick()
                .withAgent("report=off,jitter=off," + options)
                .start()
                .awaitText("ready");
    }

    /** With calls before, between and after. */
    private void changeOptionsTwice(String backend, LongSupplier arrived) {
        jvm.order("woven 10");
        jvm.await("the first calls", () -> arrived.getAsLong() == 10);
        AgentClient.to(jvm).ask("attach", "slo=1ms");
        jvm.order("woven 3");
        jvm.await("calls after the first change", () -> arrived.getAsLong() >= 13);
        AgentClient.to(jvm).ask("attach", "tags=zone=a");
        jvm.order("woven 1");
        jvm.await("calls after the second change", () -> arrived.getAsLong() >= 14);
        AgentClient.to(jvm).awaitOpen(backend);
        jvm.order("woven 1");
        jvm.tellToEnd().expectExit(0);
        Awaitility.await("the last").atMost(5, MINUTES).until(() -> arrived.getAsLong() >= 15);
        assertThat(arrived.getAsLong()).isEqualTo(15);
    }

    @Test
    void statsdIsSentEachCallOnce() throws Exception {
        try (StatsdStub statsd = new StatsdStub()) {
            start(statsd.options());
            changeOptionsTwice("statsd", () -> statsd.count("woven"));
        }
    }

    @Test
    void aRegistryOfStepsIsSentEachCallOnce() throws Exception {
        Path jar = ForkedJvm.homeOf(InfluxMeterRegistry.class);
        Files.copy(jar, Files.createDirectories(folder.resolve("influx")).resolve(jar.getFileName()));
        try (HttpStub stub = new HttpStub()) {
            start("backends=influx,backends.folder=" + folder + ",influx.uri=" + stub.url()
                    + ",influx.db=acme,influx.autoCreateDb=false,influx.step=1s,influx.readTimeout=5m");
            changeOptionsTwice(
                    "influx",
                    () -> stub.received().stream()
                            .flatMap(sent -> sent.text().lines())
                            .map(INFLUX_COUNT::matcher)
                            .filter(Matcher::matches)
                            .mapToLong(line -> Long.parseLong(line.group(1)))
                            .sum());
        }
    }

    @Test
    void otlpWithDeltaIsSentEachCallOnce() {
        try (HttpStub stub = new HttpStub()) {
            start("otlp.aggregationTemporality=delta,otlp.step=1s,otlp.readTimeout=5m,otlp.url=" + stub.url());
            changeOptionsTwice("otlp", () -> taken(stub));
        }
    }

    /** The final publish of the backend as it was fails, and what it held is in the first of the backend as it is. */
    @Test
    void whatTheFinalPublishOfOtlpWithDeltaCouldNotSendIsSentByTheNext() {
        try (HttpStub stub = new HttpStub()) {
            start("otlp.aggregationTemporality=delta,otlp.step=1s,otlp.readTimeout=5m,otlp.url=" + stub.url());
            jvm.order("woven 10");
            jvm.await("the first calls", () -> taken(stub) == 10);
            stub.answers(500);
            jvm.order("woven 5");
            jvm.await(
                    "failures",
                    () -> stub.received().stream()
                                    .filter(sent -> sent.code() == 500)
                                    .count()
                            > 1);
            AgentClient.to(jvm).ask("attach", "tags=zone=a");
            jvm.await(
                    "a publish of the next",
                    () -> stub.received().stream().anyMatch(sent -> sent.text().contains("zone")));
            stub.answers(200);
            jvm.await("what was left", () -> taken(stub) >= 15);
            jvm.tellToEnd().expectExit(0);
            assertThat(taken(stub)).isEqualTo(15);
        }
    }

    private static long taken(HttpStub stub) {
        return stub.received().stream()
                .filter(sent -> sent.code() == 200)
                .flatMap(BackendsReopenedIT::metrics)
                .filter(metric -> metric.getName().equals("probe.duration"))
                .flatMap(metric -> metric.getExponentialHistogram().getDataPointsList().stream())
                .filter(point -> point.getAttributesList().stream()
                        .anyMatch(tag -> tag.getValue().getStringValue().equals("woven")))
                .mapToLong(ExponentialHistogramDataPoint::getCount)
                .sum();
    }

    private static Stream<Metric> metrics(HttpStub.Received sent) {
        try {
            return ExportMetricsServiceRequest.parseFrom(sent.body()).getResourceMetricsList().stream()
                    .flatMap(resource -> resource.getScopeMetricsList().stream())
                    .flatMap(scope -> scope.getMetricsList().stream());
        } catch (InvalidProtocolBufferException e) {
            throw new AssertionError(e);
        }
    }

    /** Totals go on as those of the same instance, so that nobody takes them for those of another one. */
    @Test
    void otlpWithTotalsStaysTheSameInstance() throws Exception {
        try (HttpStub stub = new HttpStub()) {
            start("otlp.step=1s,otlp.url=" + stub.url());
            jvm.order("woven 10");
            jvm.await("a publish", () -> !stub.received().isEmpty());
            AgentClient.to(jvm).ask("attach", "slo=1ms");
            jvm.await(
                    "one with thresholds",
                    () -> stub.received().stream()
                            .flatMap(BackendsReopenedIT::metrics)
                            .anyMatch(metric -> metric.getName().equals("probe.duration.slo.over")));
            assertThat(stub.received())
                    .extracting(BackendsReopenedIT::instance)
                    .containsOnly(instance(stub.received().get(0)));
        }
    }

    private static String instance(HttpStub.Received sent) {
        try {
            return ExportMetricsServiceRequest.parseFrom(sent.body())
                    .getResourceMetrics(0)
                    .getResource()
                    .getAttributesList()
                    .stream()
                    .filter(attribute -> attribute.getKey().equals("service.instance.id"))
                    .map(attribute -> attribute.getValue().getStringValue())
                    .findFirst()
                    .orElseThrow();
        } catch (InvalidProtocolBufferException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aBackendThatIsAddedLaterBeginsThen() throws Exception {
        try (StatsdStub statsd = new StatsdStub()) {
            start("hlog=off");
            jvm.order("woven 10");
            AgentClient.to(jvm).ask("attach", statsd.options());
            AgentClient.to(jvm).awaitOpen("statsd");
            jvm.order("woven 2");
            jvm.tellToEnd().expectExit(0);
            Awaitility.await("the last").atMost(5, MINUTES).until(() -> statsd.count("woven") >= 2);
            assertThat(statsd.count("woven")).isEqualTo(2);
        }
    }

    @Test
    void anAgentThatComesAgainSendsNothingOfBefore() throws Exception {
        try (StatsdStub statsd = new StatsdStub()) {
            jvm = ForkedJvm.of(CallsOnRequest.class).quick().start().awaitText("ready");
            String options = "report=off,jitter=off," + statsd.options();
            jvm.order("own 100");
            AgentClient.to(jvm).ask("attach", options);
            AgentClient.to(jvm).awaitOpen("statsd");
            jvm.order("own 3");
            AgentClient.to(jvm).ask("detach");
            jvm.order("own 50");
            AgentClient.to(jvm).ask("attach", options);
            AgentClient.to(jvm).awaitOpen("statsd");
            jvm.order("own 2");
            AgentClient.to(jvm).ask("detach");
            Awaitility.await("the last").atMost(5, MINUTES).until(() -> statsd.count("own") >= 5);
            assertThat(statsd.count("own")).isEqualTo(5);
        }
    }
}
