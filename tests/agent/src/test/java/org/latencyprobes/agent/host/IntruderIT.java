package org.latencyprobes.agent.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;
import org.latencyprobes.agent.fixture.host.BrokenOwners;
import org.latencyprobes.agent.fixture.host.Intruder;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.JvmResult;
import org.latencyprobes.agent.kit.PrintedReport;
import org.latencyprobes.agent.kit.RunningJvm;

/** Tests of what code of the application gets by way of the agent. */
@Tag("full")
@Tag("each-jdk")
final class IntruderIT {

    private static final int CALLS = 7;
    private static final String OPTIONS = "interval=100ms,report=stdout";

    @TempDir
    private Path folder;

    @Test
    void theJdkShowsTheApplicationNoMoreThanWithoutTheAgent() {
        JvmResult result = ForkedJvm.of(Intruder.class)
                .withAgent(OPTIONS)
                .arguments(CALLS)
                .run()
                .expectExit(0);
        assertThat(result.number("met"))
                .as("modules of the agent's, so that there is an attack")
                .isPositive();
        assertThat(result.fact("set")).isEqualTo("[]");
        assertThat(result.fact("private")).isEqualTo("denied");
        assertThat(result.fact("wider")).isEqualTo("[]");
    }

    @Test
    void functionsInTheHubThatNeverReturnStopNoReport() {
        try (RunningJvm jvm =
                ForkedJvm.of(BrokenOwners.class).quick().withAgent(OPTIONS).start()) {
            JvmResult result = jvm.awaitText("ready")
                    .awaitText("probes of another class loader are left out, since their owner ")
                    .awaitText("BrokenOwners.probed")
                    .tellToEnd()
                    .expectExit(0);
            assertThat(PrintedReport.in(result.stdout()).count("BrokenOwners.probed"))
                    .isEqualTo(1);
        }
    }

    /** A class without any permission, beside an agent that has all. */
    @Test
    @EnabledForJreRange(max = JRE.JAVA_23, disabledReason = "the security manager cannot be switched on since 24")
    void sandboxedCodeIsCountedAndGetsNothing() throws IOException {
        Path policy = Files.writeString(
                folder.resolve("agent.policy"),
                "grant codeBase \"" + ForkedJvm.AGENT.toUri() + "\" { permission java.security.AllPermission; };");
        JvmResult result = ForkedJvm.of(Intruder.class)
                .flags("-Djava.security.manager", "-Djava.security.policy=" + policy)
                .withAgent(OPTIONS)
                .arguments(CALLS)
                .run()
                .expectExit(0);
        assertThat(result.fact("set")).isEqualTo("[]");
        assertThat(result.fact("private")).isEqualTo("denied");
        assertThat(result.fact("met")).isEqualTo("denied");
        assertThat(result.fact("wider")).isEqualTo("[]");
        assertThat(result.fact("control")).isEqualTo("denied");
        assertThat(result.fact("socket")).isEqualTo("denied");
        assertThat(PrintedReport.in(result.stdout()).count("Intruder.probed")).isEqualTo(CALLS);
    }
}
