package org.latencyprobes.demo.fix;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.latencyprobes.agent.kit.RunningJvm;
import org.latencyprobes.demo.common.OutputFolder;

/** A test of Ctrl-C in the middle of a run. In tier 2 FailuresIT proves that nothing is left of a killed command. */
@Tag("nightly")
@EnabledOnOs(OS.LINUX)
class InterruptIT {

    private static final int SIGINT = 128 + 2;
    private static final Duration LONGEST = Duration.ofMinutes(5);

    /** Starts the command as the leader of a process group. SIGINT is reset, because it is ignored if the tests run in the background. */
    private static final String AS_FROM_A_TERMINAL = "exec setsid env --default-signal=INT \"$0\" \"$@\"";

    @TempDir
    private Path parent;

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void leavesNothingBehindButWhatWasMeasured(boolean wholeGroup) throws IOException {
        interrupt("quickfixj", wholeGroup);
    }

    private void interrupt(String engine, boolean wholeGroup) throws IOException {
        BuiltCommand command = new BuiltCommand(parent);
        OutputFolder output = new OutputFolder(parent.resolve("output"));
        Path secondMeasurement = output.file(engine + "-jlbh-100", 1, ".run-1.hlog");
        try (RunningJvm running = command.with(
                        "--engines=" + engine, "--scenario=jlbh", "--rates=10000,100", "--blocks=1")
                .arguments("--iterations=100", "--runs=20", "--warm-up=100", "--heap=256m")
                .arguments("--output=" + output.root())
                .afterShell(AS_FROM_A_TERMINAL)
                .start()) {
            running.await("the second measurement's first run", () -> Files.exists(secondMeasurement));
            interrupt(wholeGroup ? -running.pid() : running.pid());
            running.finish(LONGEST).expectExit(SIGINT);
        }

        command.assertNothingLeft();
        assertThat(output.markdown()).content().contains("jlbh, 10,000/s, µs");
        assertThat(output.html()).content().contains("Round trips at 10,000/s", "</html>");
        assertThat(CsvRows.of(output))
                .hasSizeGreaterThanOrEqualTo(20 * 4)
                .allSatisfy(
                        row -> assertThat(row).containsEntry("rate", "10000").containsEntry("count", "100"));
    }

    private static void interrupt(long pidOrGroup) throws IOException {
        try {
            Process kill = new ProcessBuilder("sh", "-c", "kill -s INT -- " + pidOrGroup)
                    .inheritIO()
                    .start();
            assertThat(kill.waitFor()).isZero();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
