package org.latencyprobes.demo.fix;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.latencyprobes.demo.fix.engine.Engine;
import org.latencyprobes.demo.fix.registry.Engines;

/** A test of the whole command: one engine of each library, in JVMs of their own, with the built agent. It does not test times. */
@Tag("full")
class FixDemoIT {

    private static final int MESSAGES = 2_000;
    private static final List<String> PROBED = List.of("echo", "quickfixj", "philadelphia-blocking");

    @TempDir
    private static Path parent;

    private static BuiltCommand command;
    private static MeasuredComparison probed;

    @BeforeAll
    static void compare() throws IOException {
        command = new BuiltCommand(parent);
        probed = MeasuredComparison.of(
                command,
                parent.resolve("an output, with a comma"),
                "--engines=" + String.join(",", PROBED),
                "--scenario=jlbh",
                "--agent",
                "--iterations=" + MESSAGES,
                "--warm-up=500");
    }

    static Stream<Named<Engine>> probed() {
        return PROBED.stream().map(name -> Named.of(name, Engines.named(name)));
    }

    @Test
    void completesAndLeavesNothingBehind() throws IOException {
        assertThat(probed.result().expectExit(0).stdout()).contains("QuickFIX takes 12 times as long, by p50");
        assertThat(probed.output().markdown()).content().contains("round trip from the actual send");
        command.assertNothingLeft();
    }

    @ParameterizedTest
    @MethodSource("probed")
    void answersEveryMessageWithAndWithoutTheAgent(Engine engine) {
        probed.assertAnswersEveryMessage(engine, "off", MESSAGES);
        probed.assertAnswersEveryMessage(engine, "on", MESSAGES);
    }

    @ParameterizedTest
    @MethodSource("probed")
    void countsEveryStageAsOftenAsItsEngineSays(Engine engine) {
        probed.assertCountsEveryStage(engine, MESSAGES);
    }
}
