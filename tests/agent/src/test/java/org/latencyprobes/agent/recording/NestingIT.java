package org.latencyprobes.agent.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.latencyprobes.agent.kit.CommandLine.run;

import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.latencyprobes.agent.fixture.recording.Nested;
import org.latencyprobes.agent.fixture.recording.NestedCalls;
import org.latencyprobes.agent.kit.AgentClient;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.ParsedAnswer;
import org.latencyprobes.agent.kit.RunningJvm;

/** Tests of what measuring adds to probes with others inside. How much it is depends on the machine, what is inside does not. */
@Tag("each-jdk")
@Tag("full")
final class NestingIT {

    private static final double MOST_PERCENT_OFF = 0.01;

    /** Well above the share from which it is marked, so that it stays so when it is estimated anew. */
    private static final double CLEARLY_MARKED_PERCENT = 25;

    private static RunningJvm jvm;
    private static ParsedAnswer report;

    @BeforeAll
    static void call() {
        jvm = ForkedJvm.of(NestedCalls.class).withAgent().start().awaitText("ready");
        report = callUntilMarked(jvm, "!");
    }

    /** Until the JIT has compiled it, calls take long for other reasons, and measuring is a small share. */
    private static ParsedAnswer callUntilMarked(RunningJvm caller, String mark) {
        AtomicReference<ParsedAnswer> last = new AtomicReference<>();
        caller.await("much of it is measuring", () -> {
            caller.order("round.");
            last.set(AgentClient.to(caller).ask("report"));
            return isMarked(last.get(), mark, "overheadPercent");
        });
        return last.get();
    }

    private static boolean isMarked(ParsedAnswer answered, String mark, String column) {
        return rows(answered, "around 25").stream()
                .anyMatch(row ->
                        row.get("mark").equals(mark) && Double.parseDouble(row.get(column)) > CLEARLY_MARKED_PERCENT);
    }

    private static List<Map<String, String>> rows(ParsedAnswer answered, String probe) {
        return answered.tables().getOrDefault("nesting", List.of()).stream()
                .filter(row -> row.get("probe").equals(probe))
                .toList();
    }

    private static double inside(ParsedAnswer answered, String probe) {
        return Double.parseDouble(answered.cell("nesting", probe, "nested"));
    }

    @AfterAll
    static void end() {
        jvm.close();
    }

    @Test
    void probeAroundTwentyFiveCallsKnowsThemAndIsMarked() {
        assertThat(inside(report, "around 25")).isCloseTo(25, within(25 * MOST_PERCENT_OFF));
        assertThat(Double.parseDouble(report.cell("nesting", "around 25", "overheadPercent")))
                .isLessThanOrEqualTo(100);
    }

    @Test
    void allThatIsInsideCountsHoweverDeep() {
        assertThat(inside(report, "above around")).isCloseTo(27, within(27 * MOST_PERCENT_OFF));
        assertThat(inside(report, "recursive")).isCloseTo(4.5, within(4.5 * MOST_PERCENT_OFF));
    }

    @Test
    void callsThatThrowCountAndConstructorsThatThrowToo() {
        assertThat(inside(report, "fails")).isCloseTo(1, within(MOST_PERCENT_OFF));
        assertThat(inside(report, "around throwing constructor")).isCloseTo(2, within(2 * MOST_PERCENT_OFF));
    }

    @Test
    void leafSaysNothing() {
        assertThat(rows(report, "leaf")).isEmpty();
    }

    @Test
    void probesSayTheSame() {
        assertThat(inside(AgentClient.to(jvm).ask("probes"), "around 25")).isCloseTo(25, within(25 * MOST_PERCENT_OFF));
        assertThat(run("report", jvm.pid()).stdout())
                .containsPattern("(?m)^! around 25: \\d+( to \\d+)? % is the cost of 25 probes inside it$");
    }

    @Test
    void reportSinceAMarkIsOfTheCallsSinceThen() {
        AgentClient client = AgentClient.to(jvm);
        client.ask("mark", "quiet");
        assertThat(client.ask("report", "quiet").tables()).doesNotContainKey("nesting");
        jvm.order("after the mark.");
        assertThat(inside(client.ask("report", "quiet"), "around 25")).isEqualTo(25);
    }

    @Test
    void probeWarnsWhenItSeesMuchMeasuringInTheFirstCalls() {
        String working = Nested.class.getName();
        try (RunningJvm busy =
                ForkedJvm.of(Nested.class).withAgent("report=off").start()) {
            AgentClient client = AgentClient.to(busy.awaitText("ready"));
            assertThat(client.ask("probe", working + "#around").sentences())
                    .noneMatch(said -> said.contains("is the cost of"));
            AtomicReference<List<String>> said = new AtomicReference<>();
            busy.await("calls within the time that it looks", () -> {
                said.set(client.ask("probe", working + "#leaf").sentences());
                boolean isWarned = said.get().stream().anyMatch(sentence -> sentence.contains("is the cost of"));
                if (!isWarned) {
                    client.ask("unprobe", working + "#leaf");
                }
                return isWarned;
            });
            assertThat(said.get())
                    .anySatisfy(sentence -> assertThat(sentence)
                            .matches("! Nested.around: \\d+( to \\d+)? % is the cost of [0-9.]+ probes inside it"))
                    .anySatisfy(sentence -> assertThat(sentence).contains("probe fewer methods inside"));
            busy.await(
                    "it is marked",
                    () -> client.ask("probes").table("nesting").stream()
                            .anyMatch(row -> row.get("mark").equals("!")));
            assertThat(client.ask("probe", working + "#main").sentences())
                    .as("not said again")
                    .noneMatch(sentence -> sentence.contains("is the cost of"));
        }
    }

    /** How near the estimate is: nothing but a figure of this machine, at this time. */
    @Test
    @Tag("nightly")
    void showsTheEstimateBesideWhatIsNotTheMethodItself() {
        try (RunningJvm busy =
                ForkedJvm.of(Nested.class).withAgent("report=off").start()) {
            AgentClient client = AgentClient.to(busy.awaitText("ready"));
            double aloneNanos = Double.parseDouble(busy.fact("aroundNanos"));
            client.ask("probe", Nested.class.getName() + "#around", Nested.class.getName() + "#leaf");
            busy.await("compiled", () -> client.ask("probes").count("Nested.leaf") > 5_000_000);
            client.ask("mark", "compiled");
            AtomicReference<ParsedAnswer> since = new AtomicReference<>();
            for (int times = 1; times <= 6; times++) {
                long calls = 2_000_000L * times;
                busy.await("calls", () -> {
                    since.set(client.ask("report", "compiled"));
                    return Long.parseLong(since.get().cell("report", "Nested.leaf", "count")) > calls;
                });
                System.out.printf(
                        "25 probes inside: %.0f ns by the estimate, %s %% of the call; %.0f ns more in the median than without%n",
                        25
                                * Double.parseDouble(
                                        since.get().table("overhead").get(0).get("callNanos")),
                        since.get().cell("nesting", "Nested.around", "overheadPercent"),
                        1e3 * Double.parseDouble(since.get().cell("report", "Nested.around", "p50us")) - aloneNanos);
            }
        }
    }

    /** Nothing is asked meanwhile, so the cost is measured as the JVM ends; its loop is compiled on the spot. */
    @Test
    void callsThatAreCountedTakeNoMoreThanTheProcessorsHad() {
        RunningJvm busy = ForkedJvm.of(Nested.class)
                .flags("-Xbatch")
                .withAgent("probes=" + Nested.class.getName() + "#leaf,mode=counted")
                .start();
        String text = busy.awaitText("many calls").tellToEnd().stderr();
        Matcher line = Pattern.compile(
                        "(?m)^overhead: (?:at most )?\\d+\\.\\d ns × [\\d,]+ calls that were counted only = (\\S+) ms, (\\S+) % of one core$")
                .matcher(text);
        assertThat(line.find()).as(text).isTrue();
        assertThat(Double.parseDouble(line.group(1).replace(",", ""))).isPositive();
        assertThat(Double.parseDouble(line.group(2).replace(",", "")))
                .isLessThanOrEqualTo(100.0 * Runtime.getRuntime().availableProcessors());
    }

    @Test
    void exitReportSaysSoBelowTheTable() {
        RunningJvm other = ForkedJvm.of(NestedCalls.class).withAgent().start().awaitText("ready");
        callUntilMarked(other, "!");
        assertThat(other.tellToEnd().stderr())
                .containsPattern("(?m)^! around 25: \\d+( to \\d+)? % is the cost of 25 probes inside it$")
                .doesNotContainPattern("(?m)^[! ] leaf: ");
    }

    @Test
    void callsInsideThatAreNotTimedCountToo() {
        try (RunningJvm sampling = ForkedJvm.of(NestedCalls.class)
                .withAgent("report=off,mode=sampled(1/16)")
                .start()
                .awaitText("ready")) {
            AgentClient client = AgentClient.to(sampling);
            for (int round = 0; round < 10; round++) {
                sampling.order("round.");
            }
            Map<String, String> row = rows(client.ask("report"), "around 25").get(0);
            assertThat(Double.parseDouble(row.get("nested"))).isCloseTo(25, within(2.5));
            assertThat(Double.parseDouble(row.get("timedNested"))).isCloseTo(25 / 16.0, within(0.25));
            client.ask("mode", "on", "*");
            client.ask("mode", "counted", "leaf");
            client.ask("mark", "counted");
            sampling.order("after the mark.");
            assertThat(rows(client.ask("report", "counted"), "around 25"))
                    .singleElement()
                    .satisfies(each ->
                            assertThat(each).containsEntry("nested", "25").containsEntry("timedNested", "0"));
        }
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21, disabledReason = "there are no virtual threads before 21")
    void ofVirtualThreadsItSaysThatItIsNotKnown() {
        try (RunningJvm virtual =
                ForkedJvm.of(NestedCalls.class).withAgent("report=off").start().awaitText("ready")) {
            AtomicReference<ParsedAnswer> last = new AtomicReference<>();
            virtual.await("much of it may be measuring", () -> {
                virtual.order("virtual.");
                last.set(AgentClient.to(virtual).ask("report"));
                return isMarked(last.get(), "?", "mostPercent");
            });
            assertThat(rows(last.get(), "around 25").get(0))
                    .containsEntry("nested", "")
                    .containsEntry("overheadPercent", "")
                    .hasEntrySatisfying("calls", calls -> assertThat(calls).isNotEqualTo("0"))
                    .satisfies(row -> assertThat(row.get("unknown")).isEqualTo(row.get("calls")));
            assertThat(run("report", virtual.pid()).stdout())
                    .containsPattern("(?m)^\\? how much is measuring is not known .* \\([0-9,]+ of [0-9,]+ calls")
                    .doesNotContain("is the cost of");
            callUntilMarked(virtual, "!");
            assertThat(run("report", virtual.pid()).stdout())
                    .containsPattern(
                            "(?m)^! around 25: .*25 probes inside it \\(known of [0-9,]+ of [0-9,]+ calls\\)$");
        }
    }
}
