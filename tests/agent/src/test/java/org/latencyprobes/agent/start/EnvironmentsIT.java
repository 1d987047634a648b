package org.latencyprobes.agent.start;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.latencyprobes.agent.fixture.Calls;
import org.latencyprobes.agent.fixture.OtherAgent;
import org.latencyprobes.agent.fixture.Ticking;
import org.latencyprobes.agent.fixture.start.SpoiledClass;
import org.latencyprobes.agent.fixture.start.WithoutShutdownHooks;
import org.latencyprobes.agent.fixture.weave.MethodKinds;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.Jars;
import org.latencyprobes.agent.kit.Jdk;
import org.latencyprobes.agent.kit.JvmResult;
import org.latencyprobes.agent.kit.PrintedReport;

/** Tests with JVMs that give the agent less than it needs. */
@Tag("each-jdk")
final class EnvironmentsIT {

    @TempDir
    private Path folder;

    /** A JVM of 17 or later in which an earlier agent has changed the version. The launcher behaves as on an old JVM. */
    @Test
    void onAJvmBefore17OneLineSaysSoAndTheApplicationRuns() throws IOException {
        runsWithoutProbesOn("11");
    }

    @Tag("full")
    @ParameterizedTest
    @ValueSource(strings = {"1.8", "16"})
    void soItIsOnOthers(String version) throws IOException {
        runsWithoutProbesOn(version);
    }

    private void runsWithoutProbesOn(String version) throws IOException {
        Path older = Jars.jar(folder.resolve("older.jar"), Map.of("Premain-Class", OtherAgent.class.getName()));
        JvmResult result = ForkedJvm.of(Calls.class)
                .flags("-javaagent:" + older + "=java.specification.version:" + version)
                .withAgent()
                .arguments(3)
                .run()
                .expectExit(0);
        assertThat(result.stderr().lines()).hasSize(1);
        assertThat(result.messages().get(0))
                .startsWith("needs Java 17 or later, this is ")
                .endsWith("; running without probes");
        assertThat(result.fact("sum")).isEqualTo("3");
    }

    @Tag("full")
    @Test
    @EnabledForJreRange(max = JRE.JAVA_23, disabledReason = "the security manager cannot be switched on since 24")
    void underASecurityManagerOneLineNamesTheRemedyAndTheApplicationRuns() {
        JvmResult result = ForkedJvm.of(Calls.class)
                .flags("-Djava.security.manager")
                .withAgent()
                .arguments(3)
                .run()
                .expectExit(0);
        assertThat(result.messages()).hasSize(1);
        assertThat(result.messages().get(0))
                .startsWith("cannot start, running without probes: ")
                .endsWith("(a security manager is active: grant the agent's jar java.security.AllPermission)");
        assertThat(result.fact("sum")).isEqualTo("3");
    }

    @Tag("full")
    @Test
    @EnabledForJreRange(max = JRE.JAVA_23, disabledReason = "the security manager cannot be switched on since 24")
    void theRemedyForASecurityManagerHelps() throws IOException {
        Path policy = folder.resolve("agent.policy");
        Files.writeString(
                policy,
                "grant codeBase \"" + ForkedJvm.AGENT.toUri() + "\" { permission java.security.AllPermission; };");
        JvmResult result = ForkedJvm.of(MethodKinds.class)
                .flags("-Djava.security.manager", "-Djava.security.policy=" + policy)
                .withAgent("hlog=" + folder)
                .run()
                .expectExit(0);
        assertThat(result.messages()).isEmpty();
        assertThat(result.report().probes()).hasSizeGreaterThan(20);
    }

    /** Either as the agent begins to wait for a first probe, or as it begins at once. */
    @Tag("full")
    @ParameterizedTest
    @ValueSource(strings = {"jitter=off", "interval=1h"})
    @EnabledForJreRange(max = JRE.JAVA_23, disabledReason = "the security manager cannot be switched on since 24")
    void aStartOfWhichASecurityManagerForbidsAPartLeavesNothing(String options) {
        JvmResult result = ForkedJvm.of(WithoutShutdownHooks.class)
                .flags("-Djava.security.manager=" + WithoutShutdownHooks.class.getName())
                .flags("--add-opens=java.base/java.lang=ALL-UNNAMED")
                .withAgent(options)
                .run()
                .expectExit(0);
        assertThat(result.messages())
                .singleElement()
                .asString()
                .startsWith("cannot start, running without probes: SecurityException: no shutdown hooks");
        assertThat(result.fact("version")).isEqualTo("null");
        assertThat(result.fact("last")).isEqualTo("null");
        assertThat(result.fact("called")).isEqualTo("true");
    }

    /** One of the agent's own classes is unusable. What cannot start must not prevent the rest. */
    @Test
    void oneThingThatCannotStartLeavesTheOthers() throws IOException {
        Path spoiling = Jars.jar(
                folder.resolve("spoiling.jar"),
                Map.of("Premain-Class", SpoiledClass.class.getName()),
                SpoiledClass.class);
        Path log = folder.resolve("test.hlog");
        JvmResult result = ForkedJvm.of(Ticking.class)
                .flags("-javaagent:" + spoiling + "=org/latencyprobes/internal/jitter/HiccupSampler")
                .withAgent("hlog=" + log)
                .start()
                .awaitText("ready")
                .awaitText("not everything that was asked for can start")
                .tellToEnd()
                .expectExit(0);
        assertThat(result.messages()).hasSize(1);
        assertThat(result.report().count(Ticking.SHOWN)).isEqualTo(result.number("calls"));
        assertThat(log).content().contains("Tag=");
    }

    @Tag("full")
    @Test
    void anImageOfTwoModulesIsEnough() throws IOException {
        Path image = folder.resolve("image");
        Jdk.tool("jlink", "--add-modules", "java.base,java.instrument", "--output", image.toString());
        Path log = folder.resolve("test.hlog");
        JvmResult result = ForkedJvm.of(Calls.class)
                .javaHome(image)
                .withAgent("report=stdout,interval=1s,hlog=" + log)
                .arguments(3)
                .run()
                .expectExit(0);
        assertThat(result.stderr()).isEmpty();
        assertThat(result.stdout()).as("without jdk.jfr").contains("clock: nanotime, ");
        assertThat(PrintedReport.in(result.stdout()).count("Calls.probed")).isEqualTo(3);
        assertThat(log).isNotEmptyFile();
    }
}
