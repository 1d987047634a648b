package org.latencyprobes.agent.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.fixture.recording.SelfTimes;
import org.latencyprobes.agent.kit.AgentClient;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.ParsedAnswer;
import org.latencyprobes.agent.kit.RunningJvm;

/** Tests of self times in the built jar. */
@Tag("full")
final class SelfTimesIT {

    private static final double BUCKET = 0.008;
    private static final Set<String> FIGURES = Set.of("p50us", "meanus", "maxus");
    private static final String MARK = "compiled";

    /** The first calls of each probe, which link the others, come before the mark. */
    private static ParsedAnswer reportOfSecondRound(RunningJvm jvm) {
        AgentClient client = AgentClient.to(jvm);
        jvm.order("first.");
        client.ask("mark", MARK);
        jvm.order("second.");
        return client.ask("report", MARK);
    }

    private static double cell(ParsedAnswer report, String probe, String outcome, String column) {
        return report.table("report").stream()
                .filter(row ->
                        row.get("probe").equals(probe) && row.get("outcome").equals(outcome))
                .mapToDouble(row -> Double.parseDouble(row.get(column)))
                .sum();
    }

    @Test
    void selfTimesAddUpToTheOutermostCalls() {
        try (RunningJvm jvm = ForkedJvm.of(SelfTimes.class)
                .quick()
                .withAgent("self=on")
                .start()
                .awaitText("ready")) {
            ParsedAnswer report = reportOfSecondRound(jvm);
            double selfMicros = report.table("report").stream()
                    .filter(row -> row.get("kind").equals("self"))
                    .mapToDouble(row -> Double.parseDouble(row.get("totalus")))
                    .sum();
            double rootMicros = cell(report, "root", "ok", "totalus");
            assertThat(selfMicros).isCloseTo(rootMicros, within(2 * BUCKET * rootMicros));
            assertThat(cell(report, "fails", "error self", "count")).isEqualTo(40);
            assertThat(cell(report, "made", "ok self", "count")).isEqualTo(40);
            assertThat(cell(report, "recursive", "ok self", "count")).isEqualTo(200);
            assertFigures(report);
            assertThat(AgentClient.to(jvm).ask("report").table("report"))
                    .as("all are known, the first too")
                    .filteredOn(row -> row.get("kind").equals("self"))
                    .hasSize(6)
                    .allMatch(row -> row.get("timed").isEmpty());
        }
    }

    /** Each call of {@code outer} has so much inside at least, on however busy a machine. */
    private static void assertFigures(ParsedAnswer report) {
        assertFiguresOf(report, "outer");
        for (String figure : FIGURES) {
            assertThat(cell(report, "leaf", "ok self", figure)).isEqualTo(cell(report, "leaf", "ok", figure));
        }
    }

    private static void assertFiguresOf(ParsedAnswer report, String probe) {
        for (String figure : FIGURES) {
            double whole = cell(report, probe, "ok", figure);
            double self = cell(report, probe, "ok self", figure);
            assertThat(self).isGreaterThanOrEqualTo(SelfTimes.OWN_NANOS / 1e3 * (1 - BUCKET));
            assertThat(self).isLessThanOrEqualTo(whole * (1 + BUCKET) - SelfTimes.INSIDE_NANOS / 1e3 * (1 - BUCKET));
        }
    }

    @Test
    void canBeSwitchedOnAndOffWhileTheJvmRuns() {
        try (RunningJvm jvm =
                ForkedJvm.of(SelfTimes.class).quick().withAgent().start().awaitText("ready")) {
            AgentClient client = AgentClient.to(jvm);
            assertThat(selfRows(reportOfSecondRound(jvm))).isZero();
            client.ask("attach", "self=on");
            jvm.order("third.");
            ParsedAnswer on = client.ask("report", MARK);
            assertThat(selfRows(on)).isEqualTo(6);
            assertThat(cell(on, "outer", "ok self", "count")).isEqualTo(40);
            assertThat(cell(on, "outer", "ok", "count")).isEqualTo(80);
            client.ask("attach", "self=off");
            jvm.order("fourth.");
            assertThat(cell(client.ask("report", MARK), "outer", "ok self", "count"))
                    .isEqualTo(40);
            assertThat(client.ask("probes").count("outer")).isEqualTo(160);
        }
    }

    private static long selfRows(ParsedAnswer report) {
        return report.table("report").stream()
                .filter(row -> row.get("kind").equals("self"))
                .count();
    }

    @Test
    void whereCallsInsideAreNotTimedItIsUnknown() {
        try (RunningJvm jvm = ForkedJvm.of(SelfTimes.class)
                .quick()
                .withAgent("self=on")
                .start()
                .awaitText("ready")) {
            AgentClient.to(jvm).ask("mode", "counted", "leaf");
            ParsedAnswer report = reportOfSecondRound(jvm);
            Map<String, String> outer = report.table("report").stream()
                    .filter(row -> row.get("probe").equals("outer")
                            && row.get("outcome").equals("ok self"))
                    .findFirst()
                    .orElseThrow();
            assertThat(outer)
                    .containsEntry("count", "40")
                    .containsEntry("timed", "0")
                    .containsEntry("p50us", "");
            assertThat(cell(report, "recursive", "ok self", "count")).isEqualTo(200);
            assertThat(jvm.tellToEnd().stderr())
                    .contains(
                            "outer ok self: known of 0 of 80 calls; not where calls inside were not timed, nor on virtual threads");
        }
    }

    @Test
    void canBeHadOfProbesByTheirNames() {
        try (RunningJvm jvm = ForkedJvm.of(SelfTimes.class)
                .quick()
                .withAgent("self=out*;recursive")
                .start()
                .awaitText("ready")) {
            ParsedAnswer report = reportOfSecondRound(jvm);
            assertThat(report.table("report"))
                    .filteredOn(row -> row.get("kind").equals("self"))
                    .extracting(row -> row.get("probe"))
                    .containsExactlyInAnyOrder("outer", "recursive");
            assertFiguresOf(report, "outer");
            AgentClient client = AgentClient.to(jvm);
            assertThat(client.ask("attach", "self=root;outr").sentences())
                    .contains("option self: no probe is called outr so far; did you mean outer")
                    .noneMatch(said -> said.contains("called root"));
            jvm.order("third.");
            ParsedAnswer other = client.ask("report", MARK);
            assertThat(cell(other, "root", "ok self", "count")).isEqualTo(40);
            assertThat(cell(other, "outer", "ok self", "count")).isEqualTo(40);
            assertThat(cell(other, "outer", "ok", "count")).isEqualTo(80);
        }
    }

    @Test
    void callsInsideThatAreNotTimedMakeItUnknownWhetherOrNotTheirOwnIsWanted() {
        try (RunningJvm jvm = ForkedJvm.of(SelfTimes.class)
                .quick()
                .withAgent("self=outer,mode=counted")
                .start()
                .awaitText("ready")) {
            AgentClient.to(jvm).ask("mode", "on", "outer");
            ParsedAnswer report = reportOfSecondRound(jvm);
            assertThat(cell(report, "outer", "ok self", "count")).isEqualTo(40);
            assertThat(cell(report, "outer", "ok self", "timed")).isZero();
        }
    }
}
