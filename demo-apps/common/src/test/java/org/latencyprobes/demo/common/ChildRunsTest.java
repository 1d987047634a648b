package org.latencyprobes.demo.common;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChildRunsTest {

    private static final Step STEP = new Step("step", 1, "the step", 1_000);

    private final ByteArrayOutputStream text = new ByteArrayOutputStream();
    private ChildRuns runs;

    @TempDir
    private Path parent;

    private OutputFolder output;

    @BeforeEach
    void announce() throws IOException {
        output = new OutputFolder(parent);
        runs = new ChildRuns(
                new PrintStream(text, true, StandardCharsets.UTF_8), output, "The setup.", List.of(STEP, STEP));
    }

    @Test
    void sayWhatCameOut() throws Exception {
        assertThat(run("echo words > $0")).isEmpty();

        assertThat(runs.failures()).isZero();
        assertThat(text()).contains("The setup.", "Will take about 2 s", "[1/2] the step", "words");
    }

    @Test
    void sayWithWhichLineAChildFailed() throws Exception {
        assertThat(run("echo words > $0; echo before; echo the reason; exit 7")).contains("exit code 7: the reason");

        assertThat(runs.failures()).isOne();
        assertThat(text()).contains("FAILED: exit code 7: the reason");
    }

    @Test
    void sayThatThereIsNoResult() throws Exception {
        assertThat(run("exit 0")).contains("it ended without a result");
    }

    @Test
    void showTheEndOfALogOfWhateverBytes() throws Exception {
        run("echo before; printf '\\377\\376\\n'; echo after; exit 1");

        assertThat(text()).contains("| before", "| \ufffd\ufffd", "| after");
    }

    @Test
    void goOnAfterAJvmThatRanOutOfMemory() throws Exception {
        JavaRuntime java = JavaRuntime.of(JavaRuntime.own());
        List<String> command = new ArrayList<>(List.of(java.executable().toString(), "-Xmx16m"));
        command.addAll(java.flags());
        command.addAll(List.of("-cp", home().toString(), Greedy.class.getName()));

        assertThat(run(command)).hasValueSatisfying(reason -> assertThat(reason).startsWith("out of memory"));
        assertThat(run("echo words > $0")).isEmpty();
    }

    private Optional<String> run(String script) throws IOException, InterruptedException {
        return run(List.of("sh", "-c", script, output.result("step", 1).toString()));
    }

    private Optional<String> run(List<String> command) throws IOException, InterruptedException {
        return runs.run(STEP, scratch -> command, file -> Files.readString(file).strip());
    }

    private static Path home() throws URISyntaxException {
        return Path.of(
                Greedy.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    }

    private String text() {
        return text.toString(StandardCharsets.UTF_8);
    }

    /** A program with a thread that takes all memory there is, and another that waits for it. */
    static final class Greedy {

        private Greedy() {}

        public static void main(String[] arguments) throws InterruptedException {
            new Thread(Greedy::take).start();
            Thread.sleep(Long.MAX_VALUE); // keeps the JVM alive until it is ended
        }

        private static void take() {
            for (Deque<byte[]> taken = new ArrayDeque<>(); ; ) {
                taken.add(new byte[1 << 16]);
            }
        }
    }
}
