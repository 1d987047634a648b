package org.latencyprobes.agent.jar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.latencyprobes.agent.jar.CommandLine.done;
import static org.latencyprobes.agent.jar.CommandLine.rows;
import static org.latencyprobes.agent.jar.CommandLine.run;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.latencyprobes.agent.fixture.Nested;
import org.latencyprobes.agent.fixture.NestedCalls;
import org.latencyprobes.agent.fixture.VirtualThreads;
import org.latencyprobes.agent.kit.AgentClient;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.ParsedAnswer;
import org.latencyprobes.agent.kit.RunningJvm;

/** Tests of what measuring adds to probes with others inside. */
@Tag("each-jdk")
final class NestingIT {

    private static final double MOST_PERCENT_OFF = 0.01;

    private static final int ROUNDS = 60;

    private static RunningJvm jvm;
    private static JsonNode report;

    @BeforeAll
    static void call() {
        jvm = ForkedJvm.of(NestedCalls.class).withAgent().start().awaitText("ready");
        compile(jvm);
        report = done("report", jvm.pid());
    }

    /** Until the JIT has compiled it, calls take long for other reasons. */
    private static void compile(RunningJvm caller) {
        call(caller, "round ");
    }

    private static void call(RunningJvm caller, String order) {
        for (int round = 0; round < ROUNDS; round++) {
            caller.order(order + round);
        }
    }

    @AfterAll
    static void end() {
        jvm.close();
    }

    private static double inside(String probe) {
        return rows(report, "nesting", "probe", probe).get(0).get("inside").asDouble();
    }

    @Test
    void probeAroundTwentyFiveCallsKnowsThemAndIsMarked() {
        JsonNode row = rows(report, "nesting", "probe", "around 25").get(0);
        assertThat(row.get("inside").asDouble()).isCloseTo(25, within(25 * MOST_PERCENT_OFF));
        assertThat(row.get("measuringPercent").asDouble()).isBetween(10.0, 100.0);
        assertThat(row.get("mark").asText()).isEqualTo("!");
    }

    @Test
    void allThatIsInsideCountsHoweverDeep() {
        assertThat(inside("above around")).isCloseTo(27, within(27 * MOST_PERCENT_OFF));
        assertThat(inside("recursive")).isCloseTo(4.5, within(4.5 * MOST_PERCENT_OFF));
    }

    @Test
    void callsThatThrowCountAndConstructorsThatThrowToo() {
        assertThat(inside("fails")).isCloseTo(1, within(MOST_PERCENT_OFF));
        assertThat(inside("around throwing constructor")).isCloseTo(2, within(2 * MOST_PERCENT_OFF));
    }

    @Test
    void leafSaysNothing() {
        assertThat(rows(report, "nesting", "probe", "leaf")).isEmpty();
    }

    @Test
    void probesSayTheSame() {
        JsonNode probes = done("probes", jvm.pid());
        assertThat(rows(probes, "nesting", "probe", "around 25")
                        .get(0)
                        .get("inside")
                        .asDouble())
                .isCloseTo(25, within(25 * MOST_PERCENT_OFF));
        assertThat(run("report", jvm.pid()).stdout())
                .containsPattern("(?m)^! around 25: \\d+ % of it measuring \\(25 probes inside\\)$");
    }

    @Test
    void reportSinceAMarkIsOfTheCallsSinceThen() {
        AgentClient client = AgentClient.to(jvm);
        client.ask("mark", "quiet");
        assertThat(client.ask("report", "quiet").tables()).doesNotContainKey("nesting");
        jvm.order("after the mark.");
        assertThat(Double.parseDouble(client.ask("report", "quiet").cell("nesting", "around 25", "inside")))
                .isEqualTo(25);
    }

    @Test
    @Tag("full")
    void probeWarnsWhenItSeesMuchMeasuringInTheFirstCalls() {
        String working = Nested.class.getName();
        try (RunningJvm busy =
                ForkedJvm.of(Nested.class).withAgent("report=off").start()) {
            AgentClient client = AgentClient.to(busy.awaitText("ready"));
            assertThat(client.ask("probe", working + "#around").sentences())
                    .noneMatch(said -> said.contains("measuring"));
            assertThat(client.ask("probe", working + "#leaf").sentences())
                    .anySatisfy(said ->
                            assertThat(said).matches("! Nested.around: \\d+ % of it measuring \\(25 probes inside\\)"))
                    .anySatisfy(said -> assertThat(said).contains("probe fewer methods inside"));
            assertThat(client.ask("probe", working + "#main").sentences())
                    .as("not said again")
                    .noneMatch(said -> said.contains("measuring"));
        }
    }

    /** The share is compared with what the method takes alone, in the same JVM. A busy machine makes figures differ by less than this. */
    @Test
    void shareIsWhatTheProbesInsideTakeOfTheMedianWheneverItIsAsked() {
        try (RunningJvm busy =
                ForkedJvm.of(Nested.class).withAgent("report=off").start()) {
            AgentClient client = AgentClient.to(busy.awaitText("ready"));
            double aloneNanos = Double.parseDouble(busy.fact("aroundNanos"));
            client.ask("probe", Nested.class.getName() + "#around", Nested.class.getName() + "#leaf");
            busy.await("compiled", () -> client.ask("probes").count("Nested.leaf") > 5_000_000);
            client.ask("mark", "compiled");
            for (int times = 1; times <= 6; times++) {
                long calls = 2_000_000L * times;
                AtomicReference<ParsedAnswer> since = new AtomicReference<>();
                busy.await("calls", () -> {
                    since.set(client.ask("report", "compiled"));
                    return Long.parseLong(since.get().cell("report", "Nested.leaf", "count")) > calls;
                });
                assertMeasuringIsWhatIsNotTheMethod(since.get(), aloneNanos);
            }
        }
    }

    private static void assertMeasuringIsWhatIsNotTheMethod(ParsedAnswer since, double aloneNanos) {
        double p50Nanos = 1e3 * Double.parseDouble(since.cell("report", "Nested.around", "p50us"));
        double costNanos = Double.parseDouble(since.table("measuring").get(0).get("callNanos"));
        assertThat(25 * costNanos).isBetween(0.5 * (p50Nanos - aloneNanos), 2 * (p50Nanos - aloneNanos));
        assertThat(Double.parseDouble(since.cell("nesting", "Nested.around", "measuringPercent")))
                .isBetween(50 * (p50Nanos - aloneNanos) / p50Nanos, 100.0);
    }

    /** Nothing is asked meanwhile, so the cost is measured as the JVM ends. The loop for it may not be compiled by then. */
    @Test
    void callsThatAreCountedTakeNoMoreThanTheProcessorsHad() {
        RunningJvm busy = ForkedJvm.of(Nested.class)
                .withAgent("probes=" + Nested.class.getName() + "#leaf,mode=counted")
                .start();
        String text = busy.awaitText("many calls").tellToEnd().stderr();
        Matcher line = Pattern.compile(
                        "(?m)^measuring: (?:at most )?\\d+\\.\\d ns × [\\d,]+ calls that were counted only = \\S+ ms, (\\S+) % of one core$")
                .matcher(text);
        assertThat(line.find()).as(text).isTrue();
        assertThat(Double.parseDouble(line.group(1).replace(",", "")))
                .isBetween(0.001, 100.0 * Runtime.getRuntime().availableProcessors());
    }

    @Tag("full")
    @Test
    void exitReportSaysSoBelowTheTable() {
        RunningJvm other = ForkedJvm.of(NestedCalls.class).withAgent().start().awaitText("ready");
        compile(other);
        String text = other.tellToEnd().stderr();
        Matcher line = Pattern.compile("(?m)^! around 25: (\\d+) % of it measuring \\(25 probes inside\\)$")
                .matcher(text);
        assertThat(line.find()).as(text).isTrue();
        assertThat(Integer.parseInt(line.group(1))).isBetween(10, 100);
        assertThat(text).doesNotContainPattern("(?m)^[! ] leaf: ");
    }

    @Test
    void callsInsideThatAreNotTimedCountToo() {
        try (RunningJvm sampling = ForkedJvm.of(NestedCalls.class)
                .withAgent("report=off,mode=sampled(1/16)")
                .start()
                .awaitText("ready")) {
            compile(sampling);
            JsonNode row = rows(done("report", sampling.pid()), "nesting", "probe", "around 25")
                    .get(0);
            assertThat(row.get("inside").asDouble()).isCloseTo(25, within(2.5));
            assertThat(row.get("timedInside").asDouble()).isCloseTo(25 / 16.0, within(0.25));
            AgentClient client = AgentClient.to(sampling);
            client.ask("mode", "on", "*");
            client.ask("mode", "counted", "leaf");
            client.ask("mark", "counted");
            sampling.order("after the mark.");
            assertThat(client.ask("report", "counted").table("nesting"))
                    .filteredOn(each -> each.get("probe").equals("around 25"))
                    .singleElement()
                    .satisfies(each ->
                            assertThat(each).containsEntry("inside", "25").containsEntry("timedInside", "0"));
        }
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21, disabledReason = "there are no virtual threads before 21")
    void ofVirtualThreadsItSaysThatItIsNotKnown() {
        try (RunningJvm virtual =
                ForkedJvm.of(NestedCalls.class).withAgent("report=off").start().awaitText("ready")) {
            call(virtual, "virtual ");
            JsonNode row = rows(done("report", virtual.pid()), "nesting", "probe", "around 25")
                    .get(0);
            assertThat(row.get("inside").isNull()).isTrue();
            assertThat(row.get("measuringPercent").isNull()).isTrue();
            assertThat(row.get("mark").asText()).isEqualTo("?");
            assertThat(row.get("unknown").asLong())
                    .isEqualTo(row.get("calls").asLong())
                    .isPositive();
            assertThat(row.get("mostPercent").asDouble()).isGreaterThan(10);
            assertThat(run("report", virtual.pid()).stdout())
                    .containsPattern(
                            "(?m)^\\? how much is measuring is not known .*around 25 \\([0-9,]+ of [0-9,]+ calls")
                    .doesNotContain("of it measuring");
            compile(virtual);
            assertThat(run("report", virtual.pid()).stdout())
                    .containsPattern("(?m)^! around 25: .*\\(25 probes inside; known of [0-9,]+ of [0-9,]+ calls\\)$");
        }
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21, disabledReason = "there are no virtual threads before 21")
    void ofVirtualThreadsItSaysNothingWhereNoOtherProbeCanBeInside() {
        assertThat(ForkedJvm.of(VirtualThreads.class)
                        .withAgent()
                        .run()
                        .expectExit(0)
                        .stderr())
                .contains("called")
                .doesNotContain("measuring is not known", "of it measuring");
    }
}
