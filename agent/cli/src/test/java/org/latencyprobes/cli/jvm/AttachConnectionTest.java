package org.latencyprobes.cli.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.latencyprobes.agent.protocol.OpenArgument;

final class AttachConnectionTest {

    @ParameterizedTest
    @CsvSource({"2, 2", "10, 10", "60, 15", "240, 60"})
    void aLongerTimeoutIsALongerWaitForABusyJvm(long timeoutSeconds, long seconds) {
        assertThat(AttachConnection.attaching(Duration.ofSeconds(timeoutSeconds)))
                .isEqualTo(Duration.ofSeconds(seconds));
    }

    /** Of two who detach at once the second comes to an agent that has closed its socket, and has not left yet. */
    @Test
    void anAgentThatLeavesIsNone() throws UnreachableException {
        JvmProcess self = JvmProcess.of(ProcessHandle.current().pid());
        assertThat(AttachConnection.isOpen("/tmp/socket", self)).isTrue();
        assertThat(AttachConnection.isOpen(OpenArgument.LEAVING, self)).isFalse();
        assertThatExceptionOfType(UnreachableException.class)
                .isThrownBy(() -> AttachConnection.isOpen(OpenArgument.NONE + "no room", self))
                .withMessageContaining("has no socket: no room");
    }
}
