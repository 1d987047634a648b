package org.latencyprobes.demo.date;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.latencyprobes.demo.date.experiment.ExperimentSettings;
import picocli.CommandLine;

public class DateOptionsTest {

    @Test
    void areShortByDefault() {
        ExperimentSettings settings = settings();

        assertThat(settings.rate()).isEqualTo(5_000);
        assertThat(settings.rounds()).isEqualTo(5);
        assertThat(settings.warmUp()).isGreaterThanOrEqualTo(60_000);
        assertThat(settings.spinning()).isFalse();
        assertThat(settings.microJlbh()).isFalse();
        assertThat(settings.osJitter()).isFalse();
    }

    @Test
    void fitFourMinutesByDefault() {
        DateExperiments experiments = new DateExperiments(settings(), null, null, null);

        assertThat(experiments.children().stream()
                        .mapToLong(child -> child.step().estimateMillis())
                        .sum())
                .isLessThan(240_000);
    }

    @Test
    void areThePublishedOnesWithFull() {
        ExperimentSettings settings = settings("--full");

        assertThat(settings)
                .isEqualTo(new ExperimentSettings(
                        20_000,
                        100_000,
                        50_000,
                        100_000,
                        1_000_000,
                        400_000,
                        3,
                        5,
                        6,
                        5,
                        3,
                        true,
                        true,
                        Runtime.getRuntime().availableProcessors() >= 4));
    }

    @Test
    void areThoseOfTheDocs() throws IOException {
        ExperimentSettings usual = settings();
        ExperimentSettings full = settings("--full");

        assertThat(Files.readString(Path.of("..", "..", "docs", "demos.md")))
                .contains(
                        jmh(usual) + " | " + jmh(full) + " |",
                        "left out | " + calls(full.microRate(), full, full.microIterations()) + " |",
                        calls(usual.rate(), usual, usual.iterations()) + " | "
                                + calls(full.rate(), full, full.iterations()) + " |");
    }

    private static String jmh(ExperimentSettings settings) {
        return settings.jmhWarmUps() + " + " + settings.jmhIterations() + " iterations of " + settings.jmhSeconds()
                + " s";
    }

    private static String calls(int rate, ExperimentSettings settings, long calls) {
        return String.format(Locale.ROOT, "%,d/s, %d × %,d", rate, settings.runs(), calls);
    }

    @Test
    void overrideThePreset() {
        ExperimentSettings settings =
                settings("--full", "--rate=2_000", "--iterations", "30,000", "--runs=4", "--blocking");

        assertThat(settings.rate()).isEqualTo(2_000);
        assertThat(settings.iterations()).isEqualTo(30_000);
        assertThat(settings.runs()).isEqualTo(4);
        assertThat(settings.spinning()).isFalse();
        assertThat(settings.microIterations()).isEqualTo(1_000_000);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--rate           | 0       | is not a whole number from 1 to 1,000,000",
                "--rate           | fast    | is not a whole number from 1 to 1,000,000",
                "--iterations     | 99      | is not a whole number from 100 to 100,000,000",
                "--runs           | 0       | is not a whole number from 1 to 100",
                "--rounds         | 1e3     | is not a whole number from 1 to 100",
                "--java           | pom.xml | it does not run as a java",
                "--agent          | no.jar  | there is no such file"
            })
    void nameTheOptionTheValueAndWhatIsAllowed(String option, String value, String allowed) {
        assertThat(complaint(option + "=" + value)).contains("'" + option + "'", "'", value, allowed);
    }

    @Test
    void refuseAnOutputFolderThatIsAFile(@TempDir Path folder) throws Exception {
        Path file = Files.createFile(folder.resolve("file"));
        Path jar = Files.createFile(folder.resolve("agent.jar"));

        assertThat(complaint("--output=" + file, "--agent=" + jar))
                .contains("'--output'", file.toString(), "no folder");
    }

    @Test
    void refuseBothKindsOfSockets() {
        assertThat(complaint("--blocking", "--spinning")).contains("--blocking", "--spinning", "mutually exclusive");
    }

    @Test
    void refuseWhatTheyDoNotKnow() {
        assertThat(complaint("--rat=3").lines())
                .containsExactly(
                        "Unknown option: '--rat=3'", "Possible solutions: --rate", "--help lists all options.");
    }

    public static ExperimentSettings settings(String... arguments) {
        DateOptions options = new DateOptions();
        new CommandLine(new Holder(options)).parseArgs(arguments);
        return options.settings();
    }

    private static String complaint(String... arguments) {
        StringWriter errors = new StringWriter();
        int exitCode = DateDemo.commandLine(
                        new PrintStream(PrintStream.nullOutputStream(), true, StandardCharsets.UTF_8))
                .setErr(new PrintWriter(errors, true))
                .execute(arguments);
        assertThat(exitCode).isEqualTo(CommandLine.ExitCode.USAGE);
        return errors.toString();
    }

    @CommandLine.Command
    private static final class Holder {
        @CommandLine.Mixin
        private final DateOptions options;

        Holder(DateOptions options) {
            this.options = options;
        }
    }
}
