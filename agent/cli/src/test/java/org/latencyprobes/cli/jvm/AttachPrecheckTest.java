package org.latencyprobes.cli.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of what keeps an agent out of a JVM before it is loaded there. */
final class AttachPrecheckTest {

    private final JvmProcess jvm = JvmProcess.of(ProcessHandle.current().pid());

    @ParameterizedTest
    @ValueSource(strings = {"11.0.27", "8.0_452", "16"})
    void aJvmBefore17IsTooOld(String version) {
        assertThat(AttachPrecheck.versionProblem(jvm, version)).contains("is Java " + version, "17 or later");
    }

    @Test
    void aLaterOneIsNotNorOneThatDoesNotTell() {
        assertThat(AttachPrecheck.versionProblem(jvm, "17.0.15")).isNull();
        assertThat(AttachPrecheck.versionProblem(jvm, "")).isNull();
    }
}
