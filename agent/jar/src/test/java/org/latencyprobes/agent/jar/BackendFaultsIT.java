package org.latencyprobes.agent.jar;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ServerSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.fixture.UnderLoad;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.Result;
import org.latencyprobes.agent.kit.RunningJvm;
import org.latencyprobes.agent.kit.Talk;

/** Backends that misbehave: each is said once and counted, the application goes on. */
final class BackendFaultsIT {

    private RunningJvm jvm;

    @AfterEach
    void end() {
        jvm.close();
    }

    private Talk start(String options) {
        jvm = ForkedJvm.of(UnderLoad.class)
                .withAgent("report=off,jitter=off," + options)
                .start()
                .awaitText("ready");
        return Talk.to(jvm);
    }

    private static long number(Talk talk, String backend, String column) {
        return Long.parseLong(talk.ask("status").cell("backends", backend, column));
    }

    private static int freePort() throws IOException {
        try (ServerSocket free = new ServerSocket(0)) {
            return free.getLocalPort();
        }
    }

    @Test
    void anAbsentServerIsSaidOnceAndItsReturnOnce() throws IOException {
        int port = freePort();
        Talk talk = start("otlp.url=http://127.0.0.1:" + port + ",otlp.step=1s");
        jvm.await("failures", () -> number(talk, "otlp", "failed") >= 2);
        assertThat(talk.ask("status").cell("backends", "otlp", "state")).isEqualTo("failing");
        assertThat(talk.ask("status").cell("backends", "otlp", "lastError")).contains("Connection refused");
        try (HttpStub stub = new HttpStub(port)) {
            jvm.await("a publish", () -> number(talk, "otlp", "published") >= 1);
            assertThat(talk.ask("status").cell("backends", "otlp", "state")).isEqualTo("open");
            stub.answers(500);
            jvm.awaitTexts("backend otlp: answered 500: answer of the [31mstub; it goes on trying", 1);
            stub.answers(200);
            jvm.awaitTexts("backend otlp is back, after", 2);
            assertThat(jvm.tellToEnd().messages()).hasSize(4);
        }
    }

    @Test
    void aNameThatNobodyKnowsIsSaidOnce() {
        Talk talk = start("otlp.url=http://nobody.invalid,otlp.step=1s,statsd.host=nobody.invalid,"
                + "statsd.pollingFrequency=100ms");
        jvm.await("failures", () -> number(talk, "otlp", "failed") >= 2 && number(talk, "statsd", "failed") >= 2);
        assertThat(jvm.tellToEnd().expectExit(0).messages())
                .hasSize(2)
                .allMatch(message -> message.contains("UnknownHostException: nobody.invalid"));
    }

    @Test
    void theEndOfTheJvmWaitsForASilentServerNoLongerThanItsBound() {
        try (HttpStub stub = new HttpStub()) {
            start("otlp.url=" + stub.url() + ",otlp.step=1h");
            jvm.await(
                    "open",
                    () -> Talk.to(jvm)
                            .ask("status")
                            .cell("backends", "otlp", "state")
                            .equals("open"));
            stub.isSilent(true);
            Result result = jvm.tellToEnd().expectExit(0);
            assertThat(result.number("calls")).isPositive();
            assertThat(stub.received()).hasSize(1);
            assertThat(result.messages()).anyMatch(message -> message.contains("gave up its last publish"));
        }
    }

    @Test
    void detachLeavesASilentServerAndNoThread() {
        try (HttpStub stub = new HttpStub().isSilent(true)) {
            Talk talk = start("otlp.url=" + stub.url() + ",otlp.step=1s");
            jvm.await("a request", () -> !stub.received().isEmpty());
            talk.ask("detach");
            jvm.await("no thread", () -> {
                jvm.tell("threads").awaitText("threads=");
                String last = jvm.printed()
                        .lines()
                        .filter(line -> line.startsWith("threads="))
                        .reduce("", (former, latter) -> latter);
                return !last.contains("latency-probes") && !last.contains("otlp");
            });
            assertThat(jvm.tellToEnd().expectExit(0).exitCode()).isZero();
        }
    }

    @Test
    void anAbsentStatsdServerIsCounted() throws IOException {
        Talk talk = start(
                "statsd.protocol=TCP,statsd.host=127.0.0.1,statsd.pollingFrequency=100ms,statsd.port=" + freePort());
        jvm.await("failures", () -> number(talk, "statsd", "failed") >= 2);
        assertThat(jvm.tellToEnd().messages()).singleElement().asString().contains("Connection refused");
    }
}
