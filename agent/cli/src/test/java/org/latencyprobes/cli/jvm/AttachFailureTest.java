package org.latencyprobes.cli.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.ConnectException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests of what is said where the JVM cannot be talked to. */
final class AttachFailureTest {

    @Test
    @Tag("full")
    void aSocketThatAnEarlierProcessLeftIsNoAnswer() {
        JvmProcess alive = JvmProcess.of(ProcessHandle.current().pid());
        assertThat(AttachFailure.reason(alive, new ConnectException("Connection refused")))
                .contains("does not answer (Connection refused)", "its /tmp may be read-only or another one");
    }
}
