package org.latencyprobes.demo.fix;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.latencyprobes.agent.kit.JvmResult;
import org.latencyprobes.demo.common.OutputFolder;
import org.latencyprobes.demo.fix.comparison.Cells;
import org.latencyprobes.demo.fix.engine.Engine;
import org.latencyprobes.demo.fix.engine.Stage;
import org.latencyprobes.demo.fix.registry.Engines;

/** A test of the whole command: every engine, in JVMs of their own, with the built agent. It does not test times. */
@Tag("full")
class FixDemoIT {

    private static final int ROUND_TRIPS = 500;
    private static final int MESSAGES = 2_000;
    private static final Duration LONGEST = Duration.ofMinutes(10);
    private static final List<String> RECORDERS = List.of("jlbh", "end to end", "round trip", "schedule lag");
    private static final List<String> PROBED = List.of(
            "echo",
            "quickfixj",
            "quickfixj-validating",
            "philadelphia-blocking",
            "philadelphia-spinning",
            "artio",
            "artio-validating",
            "artio-archive");

    @TempDir
    private static Path parent;

    private static BuiltCommand command;
    private static Comparison latency2;
    private static Comparison probed;
    private static Comparison published;

    /** What a command printed and left. */
    private record Comparison(OutputFolder output, JvmResult result, List<Map<String, String>> rows) {

        static Comparison of(String folder, String... arguments) throws IOException {
            OutputFolder output = new OutputFolder(parent.resolve(folder));
            JvmResult result = command.with((Object[]) arguments)
                    .arguments(
                            "--blocks=1",
                            "--runs=1",
                            "--idle=0",
                            "--generator=park",
                            "--heap=256m",
                            "--output=" + output.root())
                    .start()
                    .finish(LONGEST);
            return new Comparison(output, result, CsvRows.of(output));
        }

        List<Map<String, String>> rows(Engine engine, String agent, String recorder) {
            return rows.stream()
                    .filter(row -> row.get("engine").equals(engine.name())
                            && row.get("agent").equals(agent)
                            && row.get("recorder").equals(recorder))
                    .toList();
        }

        void assertAnswersEveryMessage(Engine engine, String agent, int messages) {
            assertThat(RECORDERS)
                    .allSatisfy(recorder -> assertThat(rows(engine, agent, recorder))
                            .isNotEmpty()
                            .allSatisfy(row -> assertThat(row)
                                    .containsEntry("whole", "yes")
                                    .containsEntry("count", "" + messages)));
        }
    }

    @BeforeAll
    static void compare() throws IOException {
        command = new BuiltCommand(parent);
        latency2 = Comparison.of(
                "an output, with a comma",
                "--engines=" + engines().map(Named::getName).collect(Collectors.joining(",")),
                "--scenario=latency2",
                "--iterations=" + ROUND_TRIPS,
                "--warm-up=500");
        probed = Comparison.of(
                "probed",
                "--engines=" + String.join(",", PROBED),
                "--scenario=jlbh",
                "--agent",
                "--iterations=" + MESSAGES,
                "--warm-up=500");
        published = Comparison.of(
                "published",
                Stream.concat(
                                Stream.of("--scenario=published", "--iterations=200", "--warm-up=200"),
                                Engines.all().stream()
                                        .filter(engine -> !isThere(engine))
                                        .map(engine -> "--without=" + engine.name()))
                        .toArray(String[]::new));
    }

    /** All but those of another release that an offline build has left out. */
    static Stream<Named<Engine>> engines() {
        return Engines.all().stream().filter(FixDemoIT::isThere).map(engine -> Named.of(engine.name(), engine));
    }

    static Stream<Named<Engine>> probed() {
        return PROBED.stream().map(name -> Named.of(name, Engines.named(name)));
    }

    private static boolean isThere(Engine engine) {
        return engine.otherRelease()
                .filter(folder -> Files.notExists(Path.of("target", folder)))
                .isEmpty();
    }

    @Test
    void completesAndLeavesNothingBehind() {
        assertThat(latency2.result().expectExit(0).stdout()).contains("Latency2: QuickFIX takes");
        assertThat(probed.rows())
                .as("methods whose probes are off")
                .noneMatch(row ->
                        row.get("agent").equals("off") && row.get("recorder").equals("stage send"));
        assertThat(probed.result().expectExit(0).stdout())
                .contains("QuickFIX takes 12 times as long, by p50", "round trip from the actual send");
        command.assertNothingLeft();
    }

    @ParameterizedTest
    @MethodSource("engines")
    void answersEveryMessageByEveryRecorder(Engine engine) {
        latency2.assertAnswersEveryMessage(engine, "off", ROUND_TRIPS);
    }

    @ParameterizedTest
    @MethodSource("probed")
    void answersEveryMessageWithAndWithoutTheAgent(Engine engine) {
        probed.assertAnswersEveryMessage(engine, "off", MESSAGES);
        probed.assertAnswersEveryMessage(engine, "on", MESSAGES);
    }

    @ParameterizedTest
    @MethodSource("engines")
    void keepsEveryRoundTripOfLatency2(Engine engine) throws IOException {
        assertThat(Files.readAllLines(latency2.output().file(engine.name() + "-latency2-1000", 1, ".latency.csv")))
                .hasSize(1 + ROUND_TRIPS);
    }

    @ParameterizedTest
    @MethodSource("engines")
    void keepsThePercentilesForHdrHistogramsPlotter(Engine engine) throws IOException {
        assertThat(latency2.output().file(engine.name() + "-latency2-1000", 1, ".hgrm"))
                .content()
                .contains("Value     Percentile TotalCount 1/(1-Percentile)", "Total count    =");
    }

    /** Only an engine of another release may be missing, if an offline build has left it out. */
    @Test
    void takesEveryStepFromThePublishedConfiguration() throws IOException {
        List<String> there = Cells.LADDER.stream()
                .filter(step -> isThere(Engines.named(step.engine())))
                .map(step -> "| " + step.change() + " | 1 |")
                .toList();

        published.result().expectExit(0);
        assertThat(Files.readString(published.output().markdown())).contains(there);
    }

    /** A write to a full socket is repeated, and so counts twice. Both sides of an engine count together. */
    @ParameterizedTest
    @MethodSource("probed")
    void countsEveryStageAsOftenAsItsEngineSays(Engine engine) {
        for (Stage stage : engine.stages()) {
            double expected = MESSAGES
                    * engine.stages().stream()
                            .filter(other -> other.name().equals(stage.name()))
                            .mapToDouble(Stage::perMessage)
                            .sum();
            assertThat(probed.rows(engine, "on", "stage " + stage.name()))
                    .as(stage.name())
                    .isNotEmpty()
                    .allSatisfy(row -> {
                        double calls = Double.parseDouble(row.get("count"));
                        if (Double.isNaN(expected)) {
                            assertThat(calls).isPositive();
                        } else if (stage.name().equals("write")) {
                            assertThat(calls).isBetween(expected, 1.2 * expected);
                        } else if (stage.name().equals("hand-off to the writer")) {
                            // ends after the write: the last thread may not have had a CPU yet
                            assertThat(calls).isBetween(expected - 2, expected);
                        } else {
                            assertThat(calls).isEqualTo(expected);
                        }
                    });
        }
    }
}
