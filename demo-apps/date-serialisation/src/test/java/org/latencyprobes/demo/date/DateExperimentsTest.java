package org.latencyprobes.demo.date;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latencyprobes.demo.common.JavaRuntime;
import org.latencyprobes.demo.common.OutputFolder;
import org.latencyprobes.demo.date.experiment.ExperimentSettings;

class DateExperimentsTest {

    private static final ExperimentSettings SETTINGS =
            new ExperimentSettings(1_000, 100, 100, 1_000, 100, 100, 1, 2, 1, 1, 1, false, false, false);

    @TempDir
    private Path folder;

    @Test
    void showTheEndOfAChildThatFailedAndGoOnTheOtherWayRound() throws IOException, InterruptedException {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(text, true, StandardCharsets.UTF_8);
        OutputFolder output = new OutputFolder(folder);
        JavaRuntime java = JavaRuntime.of(JavaRuntime.own());
        DateExperiments experiments = new DateExperiments(SETTINGS, java, folder.resolve("missing-agent.jar"), output);

        assertThat(experiments.run(out, output)).isOne();

        assertThat(experiments.report().isEmpty()).isTrue();
        assertThat(text.toString(StandardCharsets.UTF_8).split("FAILED: exit code 1"))
                .hasSize(1 + 10);
        assertThat(text.toString(StandardCharsets.UTF_8))
                .containsSubsequence(
                        "[ 1/10] round 1, micro (JMH)", "[ 5/10] round 1, socket, sleeping", "FAILED: exit code 1")
                .containsSubsequence("[ 6/10] round 2, socket, sleeping", "[10/10] round 2, micro (JMH)")
                .contains("the last lines of " + folder.resolve("round-1").resolve("server-sleeping.log"))
                .contains("missing-agent.jar");
    }
}
