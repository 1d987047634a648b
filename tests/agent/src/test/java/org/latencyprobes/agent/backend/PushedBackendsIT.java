package org.latencyprobes.agent.backend;

import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.InvalidProtocolBufferException;
import io.micrometer.influx.InfluxMeterRegistry;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.metrics.v1.ExponentialHistogramDataPoint;
import io.opentelemetry.proto.metrics.v1.Metric;
import io.opentelemetry.proto.metrics.v1.ResourceMetrics;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.stream.LongStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latencyprobes.agent.fixture.ManyProbes;
import org.latencyprobes.agent.fixture.UnderLoad;
import org.latencyprobes.agent.kit.AgentClient;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.JvmResult;
import org.latencyprobes.agent.kit.RunningJvm;

/** Tests of what the agent sends to backends that behave. */
final class PushedBackendsIT {

    private static final HttpStub OTLP = new HttpStub();
    private static StatsdStub statsd;

    /** Of a JVM that has sent to several at once, and has made a last call shortly before its end. */
    private static JvmResult sentToSeveral;

    @TempDir
    private Path folder;

    private RunningJvm jvm;

    @BeforeAll
    static void sendToSeveral() throws IOException {
        statsd = new StatsdStub();
        try (RunningJvm sending = ForkedJvm.of(UnderLoad.class)
                .quick()
                .withAgent(
                        "report=off,jitter=off,jmx=on,jmx.domain=acme.probes,otlp.step=1s,otlp.readTimeout=5m,otlp.url="
                                + OTLP.url() + ",otlp.headers=api-key=s3cr3t," + statsd.options())
                .start()
                .awaitText("ready")) {
            sending.order("once");
            sending.await("a publish", () -> countsOfOnce().max().orElse(0) == 1);
            sending.await("a line", () -> statsd.count("once") == 1);
            sending.await(
                    "an MBean",
                    () -> sending.order("mbeans acme.probes").fact("mbeans").contains("probe.once"));
            sending.order("once");
            sentToSeveral = sending.tellToEnd().expectExit(0);
        }
    }

    @AfterAll
    static void endStubs() {
        OTLP.close();
        statsd.close();
    }

    @AfterEach
    void end() {
        if (jvm != null) {
            jvm.close();
        }
    }

    private void start(String options) {
        jvm = ForkedJvm.of(UnderLoad.class)
                .quick()
                .withAgent("report=off,jitter=off," + options)
                .start()
                .awaitText("ready");
        jvm.order("once");
    }

    /** The totals that OTLP's backend has been sent so far, in whatever order. */
    private static LongStream countsOfOnce() {
        return metrics(OTLP).stream()
                .filter(metric -> metric.getName().equals("probe.duration"))
                .flatMap(metric -> metric.getExponentialHistogram().getDataPointsList().stream())
                .filter(PushedBackendsIT::isOfOnce)
                .mapToLong(ExponentialHistogramDataPoint::getCount);
    }

    private static List<ResourceMetrics> resources(HttpStub.Received sent) {
        try {
            return ExportMetricsServiceRequest.parseFrom(sent.body()).getResourceMetricsList();
        } catch (InvalidProtocolBufferException e) {
            throw new AssertionError(e);
        }
    }

    private static List<Metric> metrics(HttpStub stub) {
        List<Metric> metrics = new ArrayList<>();
        for (HttpStub.Received sent : stub.received()) {
            resources(sent)
                    .forEach(resource ->
                            resource.getScopeMetricsList().forEach(scope -> metrics.addAll(scope.getMetricsList())));
        }
        return metrics;
    }

    private static boolean isOfOnce(ExponentialHistogramDataPoint point) {
        return point.getAttributesList().stream()
                .anyMatch(attribute -> attribute.getValue().getStringValue().equals("once"));
    }

    @Tag("full")
    @Test
    void aTagsTextEndsNoLineOfStatsd() throws IOException {
        try (StatsdStub stub = new StatsdStub()) {
            start(stub.options() + ",tags=sql=a|c\u0085from:2|c");
            jvm.await("the call", () -> stub.count("once") == 1);
            jvm.tellToEnd();
            assertThat(stub.lines())
                    .anyMatch(line -> line.contains(".probe.once.") && line.contains(".sql.a_c_from_2_c."))
                    .allMatch(line -> line.matches("probe[^:|]+:[-0-9.]+\\|[a-z]+"));
        }
    }

    @Test
    void otlpSendsExponentialHistogramsAndTheLastOfThemAtExit() {
        assertThat(OTLP.received())
                .allMatch(sent ->
                        sent.path().equals("/v1/metrics") && sent.contentType().equals("application/x-protobuf"));
        assertThat(resources(OTLP.received().get(0)).get(0).getResource().getAttributesList())
                .anyMatch(attribute -> attribute.getKey().equals("service.instance.id"));
        assertThat(countsOfOnce().max()).hasValue(2);
    }

    @Test
    void statsdSendsLinesAndItsLastAtExit() {
        Awaitility.await("the last").atMost(5, MINUTES).until(() -> statsd.count("once") == 2);
    }

    @Test
    void jmxShowsProbesAsMBeans() {
        assertThat(sentToSeveral.fact("mbeans")).contains("acme.probes:name=probeDurationCount", "probe.once");
    }

    @Test
    void nothingIsSaidWhereAllGoesWell() {
        assertThat(sentToSeveral.messages()).isEmpty();
    }

    /** The registry is nearly always being polled: the last poll comes after that, and its lines arrive. */
    @Tag("full")
    @Test
    void statsdLosesNoCallWhereTheJvmEndsWithinAPoll() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            jvm = ForkedJvm.of(ManyProbes.class)
                    .quick()
                    .withAgent(
                            "report=off,jitter=off,statsd.protocol=tcp,statsd.pollingFrequency=1ms,statsd.flavor=etsy,"
                                    + "statsd.host=127.0.0.1,statsd.port=" + server.getLocalPort())
                    .start()
                    .awaitText("ready");
            FutureTask<List<String>> reading = new FutureTask<>(() -> linesOf(server));
            new Thread(reading).start();
            jvm.order("probes 300");
            jvm.order("probes 300");
            jvm.tellToEnd().expectExit(0);
            assertThat(StatsdStub.count(reading.get(5, MINUTES), "probe")).isEqualTo(2 * 300 * 20);
        }
    }

    private static List<String> linesOf(ServerSocket server) throws IOException {
        try (Socket agent = server.accept()) {
            String all = new String(agent.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return all.lines().toList();
        }
    }

    private Path influxJars() throws IOException {
        Path jars = Files.createDirectories(folder.resolve("influx"));
        Path jar = ForkedJvm.homeOf(InfluxMeterRegistry.class);
        Files.copy(jar, jars.resolve(jar.getFileName()));
        return folder;
    }

    @Test
    @Tag("full")
    void aNamedRegistryComesFromItsFolderWithItsOwnKeys() throws IOException {
        try (HttpStub stub = new HttpStub()) {
            start("backends=influx,backends.folder=" + influxJars() + ",influx.uri=" + stub.url()
                    + ",influx.db=acme,influx.autoCreateDb=false,influx.step=1s,influx.stepp=1s");
            jvm.await(
                    "a publish",
                    () -> stub.received().stream().anyMatch(sent -> sent.text().contains("probe=once")));
            HttpStub.Received sent = stub.received().get(0);
            assertThat(sent.path()).contains("db=acme");
            assertThat(AgentClient.to(jvm).ask("status").cell("backends", "influx", "address"))
                    .isEqualTo(stub.url());
            assertThat(jvm.tellToEnd().messages())
                    .singleElement()
                    .asString()
                    .startsWith("backend influx: does not know influx.stepp; it knows influx.apiVersion,");
        }
    }

    @Test
    @Tag("full")
    void aFolderWithoutJarsIsSaidWithTheCommandThatFillsIt() {
        start("backends=graphite,backends.folder=" + folder);
        jvm.awaitText("backend graphite: ");
        assertThat(jvm.tellToEnd().messages())
                .singleElement()
                .asString()
                .contains("no jars in " + folder.resolve("graphite"), "backend fetch graphite --to " + folder);
    }

    /** Of nobody: not of the JVM either, which warns of what libraries do. */
    @Test
    @Tag("full")
    void standardErrorHasNothingOfTheBackends() throws IOException {
        try (HttpStub stub = new HttpStub();
                DatagramSocket statsd = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
            jvm = ForkedJvm.of(UnderLoad.class)
                    .quick()
                    .flags("-XX:+EnableDynamicAgentLoading") // else newer JVMs say that they are asked for their status
                    .withAgent("report=off,jitter=off,jmx=on,prometheus.port=0,statsd.host=127.0.0.1,registry=global,"
                            + "statsd.port=" + statsd.getLocalPort() + ','
                            + "otlp.step=1s,otlp.url=" + stub.url()
                            + ",influx.db=acme,influx.autoCreateDb=false,influx.step=1s,influx.uri=" + stub.url()
                            + ",backends=influx,backends.folder=" + influxJars())
                    .start()
                    .awaitText("ready");
            jvm.order("once");
            jvm.await(
                    "publishes to both",
                    () -> stub.received().stream().anyMatch(sent -> sent.path().equals("/v1/metrics"))
                            && stub.received().stream()
                                    .anyMatch(sent -> sent.text().contains("probe=once")));
            Awaitility.await()
                    .atMost(Duration.ofMinutes(5))
                    .untilAsserted(
                            () -> assertThat(AgentClient.to(jvm).ask("status").table("backends"))
                                    .allSatisfy(row -> assertThat(row).containsEntry("state", "open")));
            assertThat(jvm.tellToEnd().expectExit(0).stderr().lines())
                    .allMatch(line -> line.startsWith("latency-probes: backend "));
        }
    }

    @Test
    @Tag("full")
    void jmxShowsProbesAsMBeansUntilTheAgentLeaves() {
        start("jmx=on,jmx.domain=acme.probes");
        AgentClient.to(jvm).awaitOpen("jmx");
        jvm.await(
                "an MBean", () -> jvm.order("mbeans acme.probes").fact("mbeans").contains("probeDuration"));
        AgentClient.to(jvm).ask("detach");
        assertThat(jvm.order("mbeans acme.probes").fact("mbeans")).isEqualTo("[]");
    }
}
