package org.latencyprobes.agent.weave;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.latencyprobes.agent.fixture.weave.MethodKinds;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.JvmResult;

/** Tests of every kind of method, in one JVM that verifies all bytecode, not only that of the application's loaders. */
final class MethodKindsIT {

    @TempDir
    private static Path folder;

    private static Path verified;
    private static JvmResult unprobed;
    private static JvmResult probed;

    @BeforeAll
    static void runWithAndWithoutAgent() {
        verified = folder.resolve("verified.txt");
        unprobed = ForkedJvm.of(MethodKinds.class).quick().run().expectExit(0);
        probed = ForkedJvm.of(MethodKinds.class)
                .quick()
                .withAgent()
                .flags(
                        "-XX:+UnlockDiagnosticVMOptions",
                        "-XX:+BytecodeVerificationLocal",
                        "-XX:+BytecodeVerificationRemote")
                .flags("-Xlog:verification=info:file=" + verified)
                .run()
                .expectExit(0);
    }

    @ParameterizedTest
    @CsvSource({
        "static, 2",
        "private, 3",
        "final, 4",
        "synchronized, 5",
        "wide arguments, 1",
        "wide return, 1",
        "try finally, 6",
        "loops, 1",
        "switches, 2",
        "lambdas, 1",
        "generic, 1",
        "varargs, 1",
        "large, 1",
        "lambda's enclosing, 1",
        "anonymous, 1",
        "default, 1",
        "private in interface, 1",
        "static in interface, 1",
        "enum, 1",
        "enum constant, 1",
        "compact constructor, 1",
        "record, 1",
        "MethodKinds.Inner.innerMethod, 1",
        "bridged, 1",
    })
    void countsEachCallOnce(String probe, long calls) {
        assertThat(probed.report().count(probe)).as(probed.report().text()).isEqualTo(calls);
    }

    @Test
    void showsNoProbeThatWasNotCalled() {
        assertThat(probed.report().probes()).doesNotContain("accessor");
    }

    @Test
    void leavesResultsAsTheyWere() {
        assertThat(unprobed.stdout().lines()).hasSize(20);
        assertThat(probed.stdout()).isEqualTo(unprobed.stdout());
    }

    @Test
    void passesTheVerifier() throws IOException {
        assertThat(Files.readString(verified))
                .contains("End class verification for: " + MethodKinds.class.getName())
                .contains("End class verification for: java.lang.LatencyProbesLink");
    }

    @Test
    void refusesNothing() {
        assertThat(probed.messages()).isEmpty();
        assertThat(probed.report().text()).doesNotContain("refused");
    }
}
