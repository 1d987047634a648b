package org.latencyprobes.cli.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@EnabledOnOs(OS.LINUX)
final class JvmProcessTest {

    private final JvmProcess own = JvmProcess.of(ProcessHandle.current().pid());

    @Test
    void knowsThisJvm() {
        assertThat(own.isThere()).isTrue();
        assertThat(own.isOwn()).isTrue();
        assertThat(own.isJvm()).isTrue();
        assertThat(own.isStopped()).isFalse();
        assertThat(own.handlesSigquit()).isTrue();
        assertThat(own.hasOwnFiles()).isFalse();
        assertThat(own.uid()).isEqualTo(JvmProcess.ownUid());
        assertThat(own.user()).isEqualTo(System.getProperty("user.name"));
        assertThat(JvmProcess.feature(own.javaVersion()))
                .isEqualTo(Runtime.version().feature());
    }

    @Test
    void hasOneUserWhereAllItsIdsAreThatOne() {
        assertThat(own.onlyUid()).isEqualTo(JvmProcess.ownUid());
        assertThat(JvmProcess.onlyOf(List.of("1000", "1000", "1000", "1000"))).isEqualTo(1_000);
        assertThat(JvmProcess.onlyOf(List.of("1000", "0", "0", "0"))).as("su").isNegative();
        assertThat(JvmProcess.onlyOf(List.of("0", "0", "1000", "0"))).isNegative();
        assertThat(JvmProcess.onlyOf(List.of("0", "0", "0", "1000"))).isNegative();
        assertThat(JvmProcess.onlyOf(List.of())).as("it has ended").isNegative();
        assertThat(JvmProcess.of(999_999_999).onlyUid()).isNegative();
    }

    @Test
    void knowsThatThereIsNone() {
        JvmProcess none = JvmProcess.of(999_999_999);
        assertThat(none.isThere()).isFalse();
        assertThat(none.isJvm()).isFalse();
        assertThat(none.javaVersion()).isEmpty();
        assertThat(AttachPrecheck.problem(none).orElseThrow()).startsWith("there is no process 999999999");
        assertThat(JvmList.answer(List.of(none)).sentences())
                .as("a JVM that ended while others were asked has no row")
                .containsExactly("no JVM is to be seen from here, but for that of this command");
    }

    @ParameterizedTest
    @CsvSource({"17, 17", "17.0.15, 17", "1.8.0_452, 8", "11, 11", "26-ea, 26", "'', 0", "unknown, 0"})
    void readsTheFeatureNumberOfAVersion(String version, int feature) {
        assertThat(JvmProcess.feature(version)).isEqualTo(feature);
    }
}
