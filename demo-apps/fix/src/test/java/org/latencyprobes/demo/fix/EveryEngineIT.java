package org.latencyprobes.demo.fix;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.latencyprobes.demo.fix.comparison.Cells;
import org.latencyprobes.demo.fix.engine.Engine;
import org.latencyprobes.demo.fix.registry.Engines;

/** A test of the whole command with every engine and every scenario. It does not test times. */
@Tag("nightly")
class EveryEngineIT {

    private static final int ROUND_TRIPS = 500;
    private static final int MESSAGES = 2_000;
    private static final List<String> PROBED = List.of("quickfixj-validating", "philadelphia-blocking-prepared");

    @TempDir
    private static Path parent;

    private static BuiltCommand command;
    private static MeasuredComparison latency2;
    private static MeasuredComparison probed;
    private static MeasuredComparison published;

    @BeforeAll
    static void compare() throws IOException {
        command = new BuiltCommand(parent);
        latency2 = MeasuredComparison.of(
                command,
                parent.resolve("latency2"),
                "--engines=" + engines().map(Named::getName).collect(Collectors.joining(",")),
                "--scenario=latency2",
                "--iterations=" + ROUND_TRIPS,
                "--warm-up=500");
        probed = MeasuredComparison.of(
                command,
                parent.resolve("probed"),
                "--engines=" + String.join(",", PROBED),
                "--scenario=jlbh",
                "--agent",
                "--iterations=" + MESSAGES,
                "--warm-up=500");
        published = MeasuredComparison.of(
                command,
                parent.resolve("published"),
                Stream.concat(
                                Stream.of("--scenario=published", "--iterations=200", "--warm-up=200"),
                                Engines.all().stream()
                                        .filter(engine -> !isThere(engine))
                                        .map(engine -> "--without=" + engine.name()))
                        .toArray(String[]::new));
    }

    /** All but those of another release that an offline build has left out. */
    static Stream<Named<Engine>> engines() {
        return Engines.all().stream().filter(EveryEngineIT::isThere).map(engine -> Named.of(engine.name(), engine));
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
        probed.result().expectExit(0);
        command.assertNothingLeft();
    }

    @ParameterizedTest
    @MethodSource("engines")
    void answersEveryMessageByEveryRecorder(Engine engine) {
        latency2.assertAnswersEveryMessage(engine, "off", ROUND_TRIPS);
    }

    @ParameterizedTest
    @MethodSource("probed")
    void answersAndCountsEveryMessageWithTheAgent(Engine engine) {
        probed.assertAnswersEveryMessage(engine, "off", MESSAGES);
        probed.assertAnswersEveryMessage(engine, "on", MESSAGES);
        probed.assertCountsEveryStage(engine, MESSAGES);
    }

    @ParameterizedTest
    @MethodSource("engines")
    void keepsEveryRoundTripOfLatency2(Engine engine) throws IOException {
        assertThat(Files.readAllLines(latency2.output().file(engine.name() + "-latency2-1000", 1, ".latency.csv")))
                .hasSize(1 + ROUND_TRIPS);
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
}
