package org.latencyprobes.agent.start;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.fixture.start.CommandBeforeProbe;
import org.latencyprobes.agent.fixture.start.DetachWhileConnecting;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.JvmResult;

/** Tests of an agent that waits for its first probe. */
@Tag("full")
final class WaitingAgentIT {

    /** It then no longer waits where the command found it, and is found in another place. */
    @Test
    void aCommandFindsItWhileItsFirstProbeComes() {
        JvmResult result = ForkedJvm.of(CommandBeforeProbe.class)
                .quick()
                .withAgent()
                .arguments(ForkedJvm.AGENT)
                .run()
                .expectExit(0);
        assertThat(result.fact("isHeld")).isEqualTo("true");
        assertThat(result.fact("place")).startsWith("1 /");
        assertThat(result.report().count("first")).isEqualTo(1);
    }

    /** What the thread that brings the probe is about to do would come after the detach has undone it. */
    @Test
    void aDetachWaitsForItsFirstProbeThatComes() {
        JvmResult result = ForkedJvm.of(DetachWhileConnecting.class)
                .quick()
                .withoutAnnotations()
                .withAgent()
                .run()
                .expectExit(0);
        assertThat(result.fact("isWaiting")).isEqualTo("true");
        assertThat(result.fact("answer")).contains("{\"exitCode\":0}");
        assertThat(result.fact("version")).isEqualTo("null");
    }
}
