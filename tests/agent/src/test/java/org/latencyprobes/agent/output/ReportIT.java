package org.latencyprobes.agent.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latencyprobes.agent.fixture.CallEach;
import org.latencyprobes.agent.fixture.Calls;
import org.latencyprobes.agent.fixture.CallsOnRequest;
import org.latencyprobes.agent.fixture.HelloWorld;
import org.latencyprobes.agent.fixture.Ticking;
import org.latencyprobes.agent.kit.AgentClient;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.GeneratedClasses;
import org.latencyprobes.agent.kit.Jars;
import org.latencyprobes.agent.kit.JvmResult;
import org.latencyprobes.agent.kit.PrintedReport;
import org.latencyprobes.agent.kit.RunningJvm;

/** Tests of what is printed, where, and of the remarks about the cost. */
final class ReportIT {

    @TempDir
    private Path folder;

    private static JvmResult calls(String options) {
        return ForkedJvm.of(Calls.class)
                .quick()
                .withAgent(options)
                .arguments(1_000)
                .run()
                .expectExit(0);
    }

    @Test
    void goesToStandardErrorByDefault() {
        JvmResult result = ForkedJvm.of(Calls.class)
                .quick()
                .withAgent()
                .arguments(1_000)
                .run()
                .expectExit(0);
        assertThat(result.report().count("Calls.probed")).isEqualTo(1_000);
        assertThat(result.stdout()).isEqualTo("sum=499500\n");
    }

    @Test
    void hasTheJitterTheClockAndTheCostBelowTheProbes() {
        String report;
        try (RunningJvm jvm = ForkedJvm.of(CallsOnRequest.class)
                .quick()
                .withAgent("report=stdout")
                .start()
                .awaitText("ready")) {
            AgentClient.to(jvm).awaitJitter();
            report = jvm.order("woven 1000").tellToEnd().expectExit(0).stdout();
        }
        assertThat(report)
                .containsSubsequence(
                        "p50",
                        "p90",
                        "p99",
                        "p99.9",
                        "p99.99",
                        "max",
                        "\nwoven",
                        "jitter.hiccup",
                        "clock: ",
                        "overhead: ",
                        "of the probes' own instructions");
        assertThat(report.contains("overhead: at most "))
                .as(
                        "of 1,000 calls too few are measured in place: what a loop that is not compiled gives is no estimate")
                .isEqualTo(!report.contains("  an estimate of the probes' own instructions, by a loop of the agent's"));
        assertThat(report)
                .containsPattern(
                        "overhead: (at most )?[0-9,]+ ns a call × 1,000 calls = [0-9.,]+ ms, [0-9.,]+ % of one core")
                .containsPattern("weaving: 1 method in 1 class in [0-9,]+ ms, linking [0-9.,]+ ms");
    }

    @Test
    @Tag("full")
    void goesToStandardOutput() {
        JvmResult result = calls("report=stdout");
        assertThat(PrintedReport.in(result.stdout()).count("Calls.probed")).isEqualTo(1_000);
        assertThat(result.stderr()).isEmpty();
    }

    @Test
    void goesToAFileThatIsBegunAnew() throws IOException {
        Path file = folder.resolve("report.txt");
        calls("report=" + file);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .as("readable by its owner only")
                .isEqualTo("rw-------");
        Files.writeString(file, "of the run before, and longer than what comes now\n".repeat(100));
        JvmResult result = calls("report=" + file);
        assertThat(PrintedReport.in(Files.readString(file)).count("Calls.probed"))
                .isEqualTo(1_000);
        assertThat(Files.readString(file)).doesNotContain("before");
        assertThat(result.stderr()).isEmpty();
    }

    @Test
    @Tag("full")
    void goesThroughALinkThatStays() throws IOException {
        Path file = folder.resolve("report.txt");
        Path link = Files.createSymbolicLink(folder.resolve("link.txt"), file);
        calls("report=" + link);
        assertThat(link).isSymbolicLink();
        assertThat(PrintedReport.in(Files.readString(file)).count("Calls.probed"))
                .isEqualTo(1_000);
    }

    @Test
    @Tag("full")
    void goesToStandardErrorWhereTheFileCannotBeWritten() {
        Path file = folder.resolve("missing").resolve("report.txt");
        JvmResult result = calls("report=" + file);
        assertThat(result.messages())
                .hasSize(1)
                .first()
                .asString()
                .contains("\"" + file + "\"")
                .contains("goes here");
        assertThat(result.report().count("Calls.probed")).isEqualTo(1_000);
    }

    @Test
    void canBeSwitchedOff() {
        assertThat(calls("report=off").stderr()).isEmpty();
    }

    @Test
    void saysSoWhereNothingWasProbed() {
        JvmResult result =
                ForkedJvm.of(HelloWorld.class).quick().withAgent().run().expectExit(0);
        assertThat(result.stdout()).isEqualTo("hello world\n");
        assertThat(result.stderr()).isEqualTo("latency-probes: no class with a @Probe was loaded\n");
    }

    @Test
    @Tag("full")
    void saysWhichPatternSelectedNothing() {
        String name = HelloWorld.class.getName();
        JvmResult result = ForkedJvm.of(HelloWorld.class)
                .quick()
                .withAgent("probes=" + name + "#mian")
                .run()
                .expectExit(0);
        assertThat(result.stderr())
                .isEqualTo("latency-probes: no method was probed: probes=" + name
                        + "#mian selects no method of a class that was loaded\n");
    }

    @Test
    void comesInIntervalsWhenAskedTo() {
        JvmResult result = ForkedJvm.of(Ticking.class)
                .quick()
                .withAgent("interval=200ms,report=stdout,jitter=off")
                .start()
                .awaitText("ready") // and so called once
                .awaitTexts("since the last time", 3)
                .awaitText(Ticking.SHOWN)
                .tellToEnd()
                .expectExit(0);
        long inIntervals = 0;
        for (String interval : result.stdout().split("\nlatency probes, since the ")) {
            inIntervals += interval.startsWith("last time") ? new PrintedReport(interval).count(Ticking.SHOWN) : 0;
        }
        assertThat(inIntervals).isPositive().isLessThanOrEqualTo(result.number("calls"));
        assertThat(PrintedReport.in(result.stdout()).count(Ticking.SHOWN)).isEqualTo(result.number("calls"));
    }

    @Test
    void saysOnceThatTheMemoryCapRefusesProbes() throws IOException {
        int methods = 400;
        Jars.folder(folder, "ManyProbes", GeneratedClasses.manyProbes("ManyProbes", methods, "number "));
        JvmResult result = ForkedJvm.of(CallEach.class)
                .quick()
                .addClassPath(folder)
                .withAgent("memory=1m,stalls=off") // a stall's counters would be refused, too
                .arguments("ManyProbes", methods)
                .run()
                .expectExit(0);
        assertThat(result.number("sum")).isEqualTo(methods * (methods - 1) / 2);
        assertThat(result.messages())
                .hasSize(1)
                .allMatch(message -> message.startsWith("the memory for probes is used up, so \"number ")
                        && message.contains("records nothing, nor do others that are new; probes may take 1024 KiB")
                        && message.contains("raise the cap (agent option memory) to have more"));
        int refused = methods - result.report().probes().size();
        assertThat(refused).isBetween(1, methods - 1);
        assertThat(result.report().text()).contains(refused + " refused");
    }
}
