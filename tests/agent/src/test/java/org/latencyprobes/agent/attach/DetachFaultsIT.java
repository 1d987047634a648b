package org.latencyprobes.agent.attach;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.latencyprobes.agent.fixture.attach.LoadingAtDetach;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.Jars;
import org.latencyprobes.agent.kit.Jdk;
import org.latencyprobes.agent.kit.JvmResult;
import org.latencyprobes.agent.kit.OwnThread;

/** Tests of detaching the agent when something else fails or runs at the same time. */
@Tag("full")
final class DetachFaultsIT extends UnattachedJvm {

    @TempDir
    private Path folder;

    /**
     * Opening a named pipe without a reader blocks for ever, as a dead network file system does. One that is back lets the agent's thread go on, which
     * needs more classes to end.
     */
    @Test
    void anOutputThatHangsDoesNotKeepTheAgentAndEndsQuietlyWhenItGoesOn() throws Exception {
        Path pipe = folder.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        client.ask("attach", "interval=100ms,report=" + pipe);
        jvm.await(
                "the output hangs",
                () -> Jdk.tool("jstack", jvm.pid()).contains("sun.nio.fs.UnixNativeDispatcher.open"));
        assertThat(client.ask("detach").sentences())
                .singleElement()
                .asString()
                .startsWith("detached: 1 class restored");
        assertThat(client.send("status").exitCode()).isEqualTo(4);
        try (RandomAccessFile reader = new RandomAccessFile(pipe.toFile(), "rw")) {
            assertTimeoutPreemptively(
                    Duration.ofMinutes(1), () -> assertThat(reader.read()).isNotNegative());
            jvm.await(
                    "the end of what hung", () -> !Jdk.tool("jstack", jvm.pid()).contains("\"latency-probes\""));
        }
        JvmResult result = jvm.tellToEnd().expectExit(0);
        assertThat(result.messages())
                .anyMatch(message -> message.startsWith("gave up waiting, after "))
                .noneMatch(message -> message.contains("unexpected"));
    }

    /** The threads need classes of the agent's jar until they end. They print nothing about an agent that has been detached. */
    @Test
    @Tag("each-jdk")
    void classesThatAreBeingWovenWhenItLeavesStayAsTheyWere() throws IOException {
        Path holding = Jars.jar(
                folder.resolve("holding.jar"),
                Map.of("Premain-Class", LoadingAtDetach.class.getName()),
                LoadingAtDetach.class);
        JvmResult result = ForkedJvm.of(LoadingAtDetach.class)
                .withoutAnnotations()
                .withAgent()
                .flags("-javaagent:" + holding)
                .run()
                .expectExit(0);
        assertThat(result.fact("answer")).contains("{\"exitCode\":0}");
        assertThat(result.fact("called")).isEqualTo("true");
        assertThat(result.number("woven")).isZero();
        assertThat(result.fact("agentWaited")).isEqualTo("true");
        assertThat(result.messages()).containsExactly("detached: 0 classes restored");
        assertThat(result.stderr().lines()).hasSize(1);
    }

    @Test
    @Tag("each-jdk")
    void ofTwoDetachesAtOnceOneFindsNoAgent() {
        client.ask("attach");
        List<CompletableFuture<Integer>> both = Stream.of("one", "other")
                .map(tool -> CompletableFuture.supplyAsync(
                        () -> client.send("detach").exitCode(), new OwnThread()))
                .toList();
        assertThat(both.stream().map(CompletableFuture::join).sorted()).containsExactly(0, 4);
        client.ask("attach");
    }

    @ParameterizedTest
    @Tag("each-jdk")
    @ValueSource(strings = {"attach", "detach"})
    void aJvmThatEndsMeanwhileEndsAsEver(String request) {
        if (request.equals("detach")) {
            client.ask("attach");
        }
        new OwnThread().execute(() -> ask(request));
        JvmResult result = jvm.tellToEnd().expectExit(0);
        assertThat(result.stderr()).doesNotContain("Exception", "unexpected");
    }

    /** Nobody waits for the answer: where a JVM ends while it is attached to, JDK 25's client looks for it for two minutes and a half. */
    private void ask(String request) {
        try {
            client.send(request);
        } catch (RuntimeException tooLate) {
            return; // the JVM has ended
        }
    }
}
