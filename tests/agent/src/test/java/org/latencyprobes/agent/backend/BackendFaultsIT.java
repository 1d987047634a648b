package org.latencyprobes.agent.backend;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.influx.InfluxMeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latencyprobes.agent.fixture.UnderLoad;
import org.latencyprobes.agent.kit.AgentClient;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.JvmResult;
import org.latencyprobes.agent.kit.OwnThread;
import org.latencyprobes.agent.kit.ReservedPort;
import org.latencyprobes.agent.kit.RunningJvm;

/** Tests of backends that misbehave. Each failure is said once and counted, and the application goes on. */
final class BackendFaultsIT {

    private final ReservedPort port = new ReservedPort();
    private RunningJvm jvm;

    @AfterEach
    void end() {
        jvm.close();
        port.close();
    }

    private AgentClient start(String options) {
        jvm = ForkedJvm.of(UnderLoad.class)
                .quick()
                .withAgent("report=off,jitter=off," + options)
                .start()
                .awaitText("ready");
        return AgentClient.to(jvm);
    }

    private static long number(AgentClient agent, String backend, String column) {
        return Long.parseLong(agent.ask("status").cell("backends", backend, column));
    }

    @Test
    @Tag("full")
    void anAbsentServerIsSaidOnceAndItsReturnOnce() throws IOException {
        AgentClient agent = start("otlp.url=http://127.0.0.1:" + port.number() + ",otlp.step=1s,otlp.readTimeout=5m");
        jvm.await("failures", () -> number(agent, "otlp", "failed") >= 2);
        assertThat(agent.ask("status").cell("backends", "otlp", "state")).isEqualTo("failing");
        assertThat(agent.ask("status").cell("backends", "otlp", "lastError")).contains("Connection refused");
        try (HttpStub stub = new HttpStub(port.number())) {
            jvm.await("a publish", () -> number(agent, "otlp", "published") >= 1);
            assertThat(agent.ask("status").cell("backends", "otlp", "state")).isEqualTo("open");
            stub.answers(500);
            jvm.awaitTexts("backend otlp: answered 500: answer of the [31mstub; it goes on trying", 1);
            stub.answers(200);
            jvm.awaitTexts("backend otlp is back, after", 2);
            assertThat(jvm.tellToEnd().messages()).hasSize(4);
        }
    }

    @Test
    @Tag("full")
    void oneThatComesAndGoesHasTwentyLinesAnHour() {
        try (HttpStub stub = new HttpStub().alternates(500, 200)) {
            AgentClient agent = start("otlp.url=" + stub.url() + ",otlp.step=100ms,otlp.readTimeout=5m");
            jvm.awaitText("; for an hour, more of this is counted and not said");
            long said = number(agent, "otlp", "failed");
            jvm.await("more failures", () -> number(agent, "otlp", "failed") > said + 1);
            assertThat(jvm.tellToEnd().messages())
                    .filteredOn(message -> message.startsWith("backend otlp"))
                    .hasSize(20)
                    .last()
                    .asString()
                    .endsWith("; for an hour, more of this is counted and not said");
        }
    }

    @Test
    @Tag("full")
    void aNameThatNobodyKnowsIsSaidOnce() {
        AgentClient agent = start("otlp.url=http://nobody.invalid,otlp.step=1s,statsd.host=nobody.invalid,"
                + "statsd.pollingFrequency=100ms");
        jvm.await("failures", () -> number(agent, "otlp", "failed") >= 2 && number(agent, "statsd", "failed") >= 2);
        jvm.await("calls", () -> number(agent, "statsd", "lost") > 0);
        assertThat(jvm.tellToEnd().expectExit(0).messages())
                .hasSize(3)
                .satisfiesOnlyOnce(message ->
                        assertThat(message).startsWith("backend otlp: UnknownHostException: nobody.invalid; "))
                .satisfiesOnlyOnce(message ->
                        assertThat(message).startsWith("backend statsd: UnknownHostException: nobody.invalid; "))
                .last()
                .asString()
                .matches("backend statsd: is closed, after \\d+ failures? in all; calls lost: \\d+");
    }

    @Test
    @Tag("full")
    void theEndOfTheJvmWaitsForASilentServerNoLongerThanItsBound() {
        try (HttpStub stub = new HttpStub()) {
            start("otlp.url=" + stub.url() + ",otlp.step=1h");
            AgentClient.to(jvm).awaitOpen("otlp");
            stub.isSilent(true);
            JvmResult result = jvm.tellToEnd().expectExit(0);
            assertThat(stub.received()).hasSize(1);
            assertThat(result.messages()).anyMatch(message -> message.contains("gave up its last publish"));
        }
    }

    @Test
    @Tag("full")
    void detachLeavesASilentServerAndNoThread() {
        try (HttpStub stub = new HttpStub().isSilent(true)) {
            AgentClient agent = start("otlp.url=" + stub.url() + ",otlp.step=1s");
            jvm.await("a request", () -> !stub.received().isEmpty());
            agent.ask("detach");
            jvm.await("no thread", () -> {
                String threads = jvm.order("threads").fact("threads");
                return !threads.contains("latency-probes") && !threads.contains("otlp");
            });
            assertThat(jvm.tellToEnd().expectExit(0).exitCode()).isZero();
        }
    }

    @Test
    void whatAnAbsentStatsdServerLacksIsCountedAndSaid() throws Exception {
        AgentClient agent =
                start("statsd.protocol=TCP,statsd.host=127.0.0.1,statsd.pollingFrequency=100ms,statsd.flavor=etsy,"
                        + "statsd.port=" + port.number());
        jvm.await("failures", () -> number(agent, "statsd", "lost") > 0);
        try (ServerSocket server = new ServerSocket(port.number(), 1, InetAddress.getLoopbackAddress())) {
            CompletableFuture<String> received = CompletableFuture.supplyAsync(() -> all(server), new OwnThread());
            jvm.awaitText("backend statsd is back, after");
            long lost = number(agent, "statsd", "lost");
            JvmResult result = jvm.tellToEnd().expectExit(0);
            assertThat(sum(received.get(), "probeDurationCount\\..*:(\\d+)\\|c"))
                    .isEqualTo(result.number("calls") - lost);
            assertThat(result.messages()).hasSize(2).last().asString().endsWith("; calls lost: " + lost);
        }
    }

    private static String all(ServerSocket server) {
        try (Socket client = server.accept()) {
            return new String(client.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long sum(String text, String pattern) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .mapToLong(found -> Long.parseLong(found.group(1)))
                .sum();
    }

    /** Each call is in one publish; those that failed tell what is lost. */
    @Test
    @Tag("full")
    void whatFailedPublishesOfStepsHeldIsCountedAndSaid(@TempDir Path folder) throws IOException {
        Path jar = ForkedJvm.homeOf(InfluxMeterRegistry.class);
        Files.copy(jar, Files.createDirectories(folder.resolve("influx")).resolve(jar.getFileName()));
        try (HttpStub stub = new HttpStub().answers(500)) {
            AgentClient agent = start("backends=influx,backends.folder=" + folder + ",influx.uri=" + stub.url()
                    + ",influx.autoCreateDb=false,influx.step=200ms,influx.readTimeout=5m");
            jvm.await("failures", () -> number(agent, "influx", "lost") > 0);
            stub.answers(200);
            jvm.awaitText("backend influx is back, after");
            JvmResult result = jvm.tellToEnd().expectExit(0);
            long lost = calls(stub, 500);
            assertThat(lost).isPositive();
            assertThat(calls(stub, 200)).isEqualTo(result.number("calls") - lost);
            assertThat(result.messages()).hasSize(2).last().asString().endsWith("; calls lost: " + lost);
        }
    }

    private static long calls(HttpStub stub, int code) {
        return stub.received().stream()
                .filter(sent -> sent.code() == code)
                .mapToLong(sent -> sum(sent.text(), "probe_duration_count,.* value=(\\d+)"))
                .sum();
    }
}
