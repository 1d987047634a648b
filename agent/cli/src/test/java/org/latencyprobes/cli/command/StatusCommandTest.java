package org.latencyprobes.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

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
                refused,
                memoryUsedBytes,
                100,
                "",
                0,
                0,
                0,
                null,
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
    void whatTheAgentSaysIsMissingIsAProblem() {
        Answer answer = new Answer().say("histogram log x.hlog cannot be written");
        assertThat(StatusCommand.problems(facts(2, 95), answer))
                .hasSize(3)
                .contains("histogram log x.hlog cannot be written")
                .anyMatch(problem -> problem.startsWith("memory is nearly full"))
                .anyMatch(problem -> problem.startsWith("2 methods refused"));
    }
}
