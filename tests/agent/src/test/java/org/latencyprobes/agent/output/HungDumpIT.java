package org.latencyprobes.agent.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.latencyprobes.agent.fixture.SlowOnPurpose;
import org.latencyprobes.agent.kit.AgentClient;
import org.latencyprobes.agent.kit.AgentSocket;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.Jdk;
import org.latencyprobes.agent.kit.OwnThread;
import org.latencyprobes.agent.kit.ParsedAnswer;
import org.latencyprobes.agent.kit.RunningJvm;

/** Tests of the agent while Flight Recorder's dump hangs in a named pipe without a reader, as it does on a disk that hangs. */
@Tag("each-jdk")
@Tag("full")
@EnabledOnOs(OS.LINUX)
final class HungDumpIT {

    private static final String SLEEP = SlowOnPurpose.class.getName() + "#sleep";

    @TempDir
    private Path folder;

    private Path pipe;

    @BeforeEach
    void make() throws IOException, InterruptedException {
        pipe = folder.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
    }

    private static RunningJvm start(String options) {
        return ForkedJvm.of(SlowOnPurpose.class)
                .quick()
                .withAgent("report=off," + options)
                .start()
                .awaitText("ready");
    }

    /** A dump that hangs, though the agent may have answered without it where the machine is slower than the agent is patient. */
    private CompletableFuture<String> dump(RunningJvm jvm, String command, String arguments) throws IOException {
        AgentSocket socket = AgentSocket.of(jvm);
        Files.createLink(socket.path().resolveSibling("1.jfr"), pipe); // where the agent's first recording goes
        CompletableFuture<String> dump =
                CompletableFuture.supplyAsync(() -> socket.post(command, arguments), new OwnThread());
        jvm.await("a dump that hangs", () -> {
            String stacks = Jdk.tool("jstack", jvm.pid());
            return stacks.contains("UnixNativeDispatcher.open") && stacks.contains("FlightRecording.dump");
        });
        return dump;
    }

    /** Reads the pipe, so that nothing hangs any more. */
    private void free(RunningJvm jvm, CompletableFuture<String> dump) throws IOException {
        try (FileChannel reader = FileChannel.open(pipe, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            CompletableFuture.runAsync(() -> readAll(reader), new OwnThread());
            dump.handle((answered, cut) -> null).join();
            jvm.await(
                    "the recording's end",
                    () -> !Jdk.tool("jcmd", jvm.pid(), "JFR.check").contains("latency-probes"));
            jvm.tellToEnd().expectExit(0);
        }
    }

    private static void readAll(FileChannel reader) {
        try {
            while (reader.read(ByteBuffer.allocate(1 << 16)) >= 0) {
                continue;
            }
        } catch (IOException closed) {
            return;
        }
    }

    @Test
    void thatOfTailKeepsNeitherOtherCommandsNorADetach() throws IOException {
        try (RunningJvm jvm = start("slow=2ms")) {
            AgentClient client = AgentClient.to(jvm);
            client.ask("why-begin", "7", "600000", "600000", "true", "0");
            CompletableFuture<String> dump = dump(jvm, "why-end", "id=7&recording=true");
            expectCommandsAndDetach(client);
            free(jvm, dump);
        }
    }

    @Test
    void thatOfDeepCausesKeepsNeitherOtherCommandsNorADetach() throws IOException {
        try (RunningJvm jvm = start("slow=2ms,causes=deep")) {
            AgentClient client = AgentClient.to(jvm);
            jvm.await("a recording", () -> isRecording(client.send("status")));
            CompletableFuture<String> dump = dump(jvm, "recording", "");
            client.ask("attach", "causes=standard");
            client.ask("attach", "causes=deep");
            expectCommandsAndDetach(client);
            free(jvm, dump);
        }
    }

    /** While Flight Recorder begins, which takes long on a busy machine, the agent may say that it cannot answer yet. */
    private static boolean isRecording(ParsedAnswer status) {
        return status.exitCode() == 0
                && status.cell("status", "deepCauses", "value").equals("on");
    }

    private static void expectCommandsAndDetach(AgentClient client) {
        client.ask("probe", SLEEP);
        client.ask("unprobe", SLEEP);
        assertThat(client.ask("detach").sentences()).singleElement().asString().startsWith("detached: ");
        assertThat(client.send("status").exitCode()).isEqualTo(4);
    }
}
