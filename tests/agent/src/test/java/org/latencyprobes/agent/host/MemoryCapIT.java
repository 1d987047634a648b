package org.latencyprobes.agent.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latencyprobes.agent.fixture.host.RoundWhileErrIsHeld;
import org.latencyprobes.agent.fixture.host.RoundsOnRequest;
import org.latencyprobes.agent.kit.AgentClient;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.GeneratedClasses;
import org.latencyprobes.agent.kit.Jars;
import org.latencyprobes.agent.kit.JvmResult;
import org.latencyprobes.agent.kit.PrintedReport;
import org.latencyprobes.agent.kit.RunningJvm;

/** Tests of probes for which the memory cap has no room. */
@Tag("full")
final class MemoryCapIT {

    private static final int METHODS = 400;

    @TempDir
    private Path folder;

    private RunningJvm jvm;

    @AfterEach
    void end() {
        jvm.close();
    }

    private void start(String options) throws IOException {
        Jars.folder(folder, "ManyProbes", GeneratedClasses.manyProbes("ManyProbes", METHODS, "number "));
        jvm = ForkedJvm.of(RoundsOnRequest.class)
                .quick()
                .addClassPath(folder)
                .withAgent("jitter=off," + options)
                .arguments("ManyProbes", METHODS)
                .start()
                .awaitText("ready");
        jvm.order("first");
    }

    @Test
    void probesThatWereRefusedCountOnceTheCapIsRaised() throws IOException {
        start("memory=1m");
        long refused = refused();
        assertThat(refused).isBetween(1L, METHODS - 1L);
        assertThat(AgentClient.to(jvm).ask("status").sentences())
                .anyMatch(sentence -> sentence.matches(
                        refused + " probes? records? nothing \\(number \\d+.*\\), since the memory .*"));
        AgentClient.to(jvm).ask("attach", "memory=64m");
        assertThat(refused()).isZero();
        jvm.order("second");
        JvmResult result = jvm.tellToEnd().expectExit(0);
        PrintedReport report = result.report();
        List<String> probes = report.probes();
        assertThat(probes).hasSize(METHODS);
        assertThat(probes.stream().mapToLong(report::count).sum()).isEqualTo(2 * METHODS - refused);
        assertThat(report.text()).doesNotContain("refused");
    }

    @Test
    void whatReadersKeepIsPartOfTheMemoryInUse() throws IOException {
        start("report=off,memory=64m");
        AgentClient client = AgentClient.to(jvm);
        client.ask("mark", "first"); // after a reading the stock is full
        long before = status("memoryUsedBytes");
        client.ask("mark", "second");
        client.ask("mark", "third");
        assertThat(status("memoryUsedBytes") - before).isBetween(2L * METHODS * 50, 2L * METHODS * 500);
    }

    /** As a logger does that prints to standard error, or {@code printStackTrace}. */
    @Test
    void firstCallsGoOnWhileTheApplicationHoldsStandardError() throws IOException {
        Jars.folder(folder, "ManyProbes", GeneratedClasses.manyProbes("ManyProbes", METHODS, "number "));
        jvm = ForkedJvm.of(RoundWhileErrIsHeld.class)
                .quick()
                .addClassPath(folder)
                .withAgent("jitter=off,report=off,memory=1m")
                .arguments("ManyProbes", METHODS)
                .start();
        JvmResult result = jvm.finish().expectExit(0);
        assertThat(result.number("called")).isEqualTo(METHODS);
        assertThat(result.messages()).singleElement().asString().contains("records nothing");
    }

    private long refused() {
        return status("refused");
    }

    private long status(String key) {
        return Long.parseLong(AgentClient.to(jvm).ask("status").cell("status", key, "value"));
    }
}
