package org.latencyprobes.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.state.StatusFacts;

/** Tests of when an agent is called healthy. */
final class StatusCommandTest {

    private static StatusFacts facts(long refused, long memoryUsedBytes) {
        return new StatusFacts(
                "",
                "",
                1,
                "",
                "",
                "",
                "on",
                0,
                0,
                0,
                0,
                1.1234,
                refused,
                memoryUsedBytes,
                100,
                "nanotime",
                21.4,
                0,
                0,
                "its trial took longer than 2 s",
                "",
                null,
                null,
                "",
                null,
                null,
                null,
                null);
    }

    @Test
    void nothingToSayIsHealthy() {
        assertThat(StatusCommand.problems(facts(0, 90), new Answer())).isEmpty();
    }

    @Test
    void whatMeasuringTakesIsInTheFirstLine() {
        assertThat(StatusCommand.sentences(facts(0, 0), List.of()))
                .contains("clock: nanotime, 21 ns a reading (its trial took longer than 2 s)")
                .first()
                .isEqualTo("healthy; 0 probes called; overhead 1.1 % of a core; memory 0.0 of 0.0 MB");
    }

    @Test
    void whatTheAgentSaysIsMissingIsAProblem() {
        Answer answer = new Answer().say("histogram log x.hlog cannot be written");
        assertThat(StatusCommand.problems(facts(2, 95), answer))
                .hasSize(3)
                .contains("histogram log x.hlog cannot be written")
                .anyMatch(problem -> problem.startsWith("memory is nearly full"))
                .anyMatch(problem -> problem.startsWith("2 methods refused"));
    }
}
