package org.latencyprobes.agent.slow;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latencyprobes.agent.fixture.slow.Held;
import org.latencyprobes.agent.kit.AgentClient;
import org.latencyprobes.agent.kit.CommandLine;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.RunningJvm;

/** Tests of what reports say of calls that do not return: two of {@code inner}, one of which is in {@code outer}, and one of {@code busy}. */
@Tag("full")
final class StuckCallsIT {

    private static final String INNER = "2 calls of inner have not returned, the oldest after \\d+(\\.\\d)? s";
    private static final String BUSY = "1 call of busy has not returned after \\d+(\\.\\d)? s";
    private static final String IN_FLIGHT = ": slow --running shows where";

    private static RunningJvm shared;

    @BeforeAll
    static void startShared() {
        shared = start("report=off");
    }

    @AfterAll
    static void end() {
        shared.close();
    }

    /** No other call is in these: one that a busy machine holds up would be told of, too. */
    private static RunningJvm start(String options) {
        RunningJvm jvm = ForkedJvm.of(Held.class)
                .quick()
                .withAgent(options)
                .arguments("alone")
                .start()
                .awaitText("ready");
        return jvm.await(
                "calls in flight for a second",
                () -> AgentClient.to(jvm)
                                .ask("in-flight", "1100000000")
                                .table("inFlight")
                                .size()
                        == 3);
    }

    private static List<String> told(Stream<String> lines) {
        return lines.filter(line -> line.contains("not returned")).sorted().toList();
    }

    private static void assertTold(List<String> told, String inFlight) {
        assertThat(told).hasSize(2);
        assertThat(told.get(0)).matches(BUSY + inFlight);
        assertThat(told.get(1)).matches(INNER + inFlight);
    }

    @Test
    void reportSlowAndTailTellOfThem() {
        AgentClient agent = AgentClient.to(shared);
        assertTold(told(agent.ask("report").sentences().stream()), IN_FLIGHT);
        assertTold(told(agent.ask("report", "last", "causes").sentences().stream()), IN_FLIGHT);
        assertTold(told(agent.ask("slow").sentences().stream()), IN_FLIGHT);
        for (Object[] format : new Object[][] {{"-o", "text"}, {"-o", "json"}}) {
            String printed = CommandLine.of(ForkedJvm.AGENT, "why", shared.pid(), "--for", "1s", "--no-deep")
                    .arguments(format)
                    .run()
                    .expectExit(0)
                    .stdout();
            assertTold(told(printed.lines().map(line -> line.strip().replaceAll("^\"|\",?$", ""))), IN_FLIGHT);
        }
    }

    @Test
    void topAndThePageOfAReportTellOfThem(@TempDir Path folder) throws IOException {
        Path page = folder.resolve("page.html");
        CommandLine.run("report", shared.pid(), "-o", "html=" + page).expectExit(0);
        assertTold(
                told(Files.readString(page)
                        .lines()
                        .flatMap(line -> Stream.of(line.split("<[^>]+>")))
                        .distinct()),
                IN_FLIGHT);
        assertThat(told(CommandLine.run("top", shared.pid(), "--for", "1s")
                        .expectExit(0)
                        .stdout()
                        .lines()))
                .anyMatch(line -> line.matches(BUSY + IN_FLIGHT))
                .anyMatch(line -> line.matches(INNER + IN_FLIGHT));
    }

    @Test
    void theReportAtTheEndSaysWhereTheyAre() {
        try (RunningJvm jvm = start("")) {
            List<String> told = told(jvm.tellToEnd().expectExit(0).stderr().lines());
            assertThat(told).hasSize(2);
            assertThat(told.get(0)).matches(BUSY + ", on thread held-busy at .+");
            assertThat(told.get(1)).matches(INNER + ", on thread held-(inner|outer) at .*park.*");
        }
    }

    @Test
    void nothingIsSaidWhereTheyAreNotTimed() {
        try (RunningJvm jvm = start("report=off")) {
            AgentClient agent = AgentClient.to(jvm);
            agent.ask("mode", "off");
            assertThat(told(agent.ask("report").sentences().stream())).isEmpty();
        }
    }
}
