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
import org.latencyprobes.demo.fix.engine.Engine;
import org.latencyprobes.demo.fix.engine.Stage;
import org.latencyprobes.demo.fix.registry.Engines;

/** A test of the whole command: every engine in both scenarios, in JVMs of their own, with the built agent. It does not test times. */
@Tag("full")
class FixDemoIT {

    private static final int MESSAGES = 2_000;
    private static final Duration LONGEST = Duration.ofMinutes(30);

    @TempDir
    private static Path parent;

    private static BuiltCommand command;
    private static OutputFolder output;
    private static JvmResult result;
    private static List<Map<String, String>> rows;

    @BeforeAll
    static void compare() throws IOException {
        command = new BuiltCommand(parent);
        output = new OutputFolder(parent.resolve("an output, with a comma"));
        String engines = engines().map(Named::getName).collect(Collectors.joining(","));
        result = command.with(
                        "--engines=" + engines,
                        "--scenario=jlbh,latency2",
                        "--agent",
                        "--blocks=1",
                        "--iterations=" + MESSAGES)
                .arguments(
                        "--warm-up=500",
                        "--idle=0",
                        "--generator=park",
                        "--runs=1",
                        "--heap=256m",
                        "--output=" + output.root())
                .start()
                .finish(LONGEST);
        rows = CsvRows.of(output);
    }

    /** All but those of another release that an offline build has left out. */
    static Stream<Named<Engine>> engines() {
        return Engines.all().stream()
                .filter(engine -> engine.otherRelease()
                        .filter(folder -> Files.notExists(Path.of("target", folder)))
                        .isEmpty())
                .map(engine -> Named.of(engine.name(), engine));
    }

    @Test
    void completesAndLeavesNothingBehind() {
        assertThat(result.expectExit(0).stdout())
                .contains("QuickFIX takes 12 times as long, by p50", "round trip from the actual send");
        command.assertNothingLeft();
    }

    @ParameterizedTest
    @MethodSource("engines")
    void answersEveryMessageByEveryRecorder(Engine engine) {
        for (String recorder : List.of("jlbh", "end to end", "round trip", "schedule lag")) {
            assertThat(List.of(
                            rows(engine, "jlbh", "off", recorder),
                            rows(engine, "jlbh", "on", recorder),
                            rows(engine, "latency2", "off", recorder)))
                    .allSatisfy(runs -> assertThat(runs)
                            .isNotEmpty()
                            .allSatisfy(row -> assertThat(row)
                                    .containsEntry("whole", "yes")
                                    .containsEntry("count", "" + MESSAGES)));
        }
    }

    @ParameterizedTest
    @MethodSource("engines")
    void keepsEveryRoundTripOfLatency2(Engine engine) throws IOException {
        assertThat(Files.readAllLines(output.file(engine.name() + "-latency2-1000", 1, ".latency.csv")))
                .hasSize(1 + MESSAGES);
    }

    /** A write to a full socket is repeated, and so counts twice. Both sides of an engine count together. */
    @ParameterizedTest
    @MethodSource("engines")
    void countsEveryStageAsOftenAsItsEngineSays(Engine engine) {
        for (Stage stage : engine.stages()) {
            double expected = MESSAGES
                    * engine.stages().stream()
                            .filter(other -> other.name().equals(stage.name()))
                            .mapToDouble(Stage::perMessage)
                            .sum();
            assertThat(rows(engine, "jlbh", "on", "stage " + stage.name()))
                    .as(stage.name())
                    .isNotEmpty()
                    .allSatisfy(row -> {
                        double calls = Double.parseDouble(row.get("count"));
                        if (Double.isNaN(expected)) {
                            assertThat(calls).isPositive();
                        } else if (stage.name().equals("write")) {
                            assertThat(calls).isBetween(expected, 1.2 * expected);
                        } else {
                            assertThat(calls).isEqualTo(expected);
                        }
                    });
        }
    }

    private static List<Map<String, String>> rows(Engine engine, String scenario, String agent, String recorder) {
        return rows.stream()
                .filter(row -> row.get("engine").equals(engine.name())
                        && row.get("scenario").equals(scenario)
                        && row.get("agent").equals(agent)
                        && row.get("recorder").equals(recorder))
                .toList();
    }
}
