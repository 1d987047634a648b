package org.latencyprobes.demo.fix;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latencyprobes.demo.common.OutputFolder;

/** A test of the command when one of its JVMs fails. */
@Tag("full")
class FailuresIT {

    private static final Duration LONGEST = Duration.ofMinutes(20);

    /** Without a collector the engine that makes garbage fills the heap, the other does not. */
    @Test
    void aMeasurementThatRunsOutOfMemorySaysSoAndTheOthersGoOn(@TempDir Path folder) throws Exception {
        OutputFolder output = new OutputFolder(folder.resolve("output"));
        BuiltCommand command = new BuiltCommand(folder);

        command.with("--engines=quickfixj,echo", "--rates=4000", "--blocks=1", "--heap=64m")
                .arguments("--iterations=500", "--warm-up=10000", "--output=" + output.root())
                .environment(
                        "JDK_JAVA_OPTIONS",
                        "-XX:+UnlockExperimentalVMOptions -XX:+UseEpsilonGC -Xmx1g -Djava.io.tmpdir=" + folder)
                .start()
                .finish(LONGEST)
                .expectExit(1);

        assertThat(output.markdown())
                .content()
                .containsPattern("QuickFIX/J, no validation, jlbh 4,000/s FAILED: .*out of memory")
                .doesNotContain("TCP echo, jlbh 4,000/s FAILED");
        assertThat(output.csv()).content().contains("\necho,jlbh,end to end,off,4000,1,1,");
    }
}
