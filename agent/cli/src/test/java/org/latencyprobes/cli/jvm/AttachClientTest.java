package org.latencyprobes.cli.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.protocol.Answer;

final class AttachClientTest {

    @Test
    void whatTheAgentAdvisesCanBeCopied() {
        Answer answer = Answer.failed(4, "no agent in this JVM; start it with: attach <pid>");
        assertThat(AttachClient.withPid(answer, 4711).sentences())
                .containsExactly("no agent in this JVM; start it with: attach 4711");
    }
}
