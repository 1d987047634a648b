package org.latencyprobes.agent.jar;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.latencyprobes.agent.fixture.StackEnd;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.Generated;
import org.latencyprobes.agent.kit.Jars;
import org.latencyprobes.agent.kit.Result;

final class StackEndIT {

    private static final int METHODS = 400;

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"jitter=hiccup", "jitter=off"})
    void recoversFromLinkingAtTheEndOfTheStack(String options) throws IOException {
        Jars.folder(folder, "ManyProbes", Generated.manyProbes("ManyProbes", METHODS));
        Result result = ForkedJvm.of(StackEnd.class)
                .withAgent(options)
                .addClassPath(folder)
                .arguments("ManyProbes", METHODS)
                .run()
                .expectExit(0);
        assertThat(result.number("overflows")).as("tries that ran out of stack: %s", result).isBetween(1L, METHODS - 1L);
        assertThat(result.number("strange")).as("throwables from us: %s", result).isZero();
        assertThat(result.number("whole")).as("probes that record all later calls: %s", result).isEqualTo(METHODS);
        assertThat(result.fact("caught")).isEqualTo("true");
        assertThat(result.fact("jdk")).isEqualTo("2 1.5");
    }
}
