package org.latencyprobes.agent.slow;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latencyprobes.agent.fixture.SlowOnRequest;
import org.latencyprobes.agent.kit.AgentClient;
import org.latencyprobes.agent.kit.CommandLine;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.ParsedAnswer;
import org.latencyprobes.agent.kit.PatchedCounter;
import org.latencyprobes.agent.kit.RunningJvm;

/** Tests of which slow calls are kept, and what is told of each. The truth is the application's own readings of the clock. */
@Tag("each-jdk")
final class SlowIT {

    /** By how much two clocks may be apart that are read one after the other, the best of many times. */
    private static final double APART_MICROS = 100;

    /** By how much the machine's time of day may be set meanwhile. */
    private static final long CLOCK_MILLIS = 10_000;

    private static final int KNOWN = 20;

    /** An agent that loses a twentieth of all calls has fewer of so many at 97 of 100 looks. */
    private static final int MANY_KNOWN = 200;

    private static final double LEAST_KEPT = 0.98;
    private static final int LAST_KEPT = 2_048;
    private static final int MAX_KEPT = 8 + 16;

    @TempDir
    private Path folder;

    private static RunningJvm start(String options, String... flags) {
        RunningJvm jvm = ForkedJvm.of(SlowOnRequest.class)
                .flags("-XX:+UseSerialGC")
                .flags(flags)
                .withAgent("report=off," + options)
                .start();
        return jvm.awaitText("ready");
    }

    private static ParsedAnswer order(RunningJvm jvm, String order) {
        jvm.order(order);
        return AgentClient.to(jvm).ask("slow", "0");
    }

    @Test
    void knownCallsAreAllThereWithStartDurationThreadAndOutcome() {
        try (RunningJvm jvm = start("slow=20ms,clock=nanotime")) {
            expectKnown(jvm);
        }
    }

    @Test
    @Tag("full")
    void startsAreRightByTheProcessorsCounterToo() throws IOException {
        try (RunningJvm jvm = start("slow=20ms,clock=tsc", PatchedCounter.flag(folder))) {
            expectKnown(jvm);
            assertThat(AgentClient.to(jvm).ask("status").cell("status", "clock", "value"))
                    .isEqualTo("tsc");
        }
    }

    @Test
    @Tag("full")
    void whatKeepsACallIsCompiledBeforeManyAreSlow() {
        try (RunningJvm jvm = start("slow=20ms", "-Xlog:jit+compilation=debug")) {
            jvm.order("known");
            jvm.awaitText("SlowRing::put (");
        }
    }

    /** Where the agent's thread has no CPU while the ring fills up, calls are lost, but counted: so there are orders until nearly all are kept. */
    private static void expectKnown(RunningJvm jvm) {
        jvm.awaitAsserted(() -> {
            List<Map<String, String>> slow = order(jvm, "known").table("slow");
            List<String[]> known = known(jvm);
            assertThat(known).hasSizeGreaterThanOrEqualTo(MANY_KNOWN);
            assertThat(known.subList(known.size() - MANY_KNOWN, known.size()).stream()
                            .filter(call -> rows(slow, call) == 1))
                    .hasSizeGreaterThanOrEqualTo((int) (LEAST_KEPT * MANY_KNOWN));
        });
        List<Map<String, String>> slow = AgentClient.to(jvm).ask("slow", "0").table("slow");
        assertThat(known(jvm)).allSatisfy(call -> assertThat(rows(slow, call)).isLessThanOrEqualTo(1));
        assertThat(slow).noneMatch(row -> row.get("probe").equals("own"));
        Map<String, String> outer = SlowThresholds.of(jvm, "outer");
        assertThat(outer).containsEntry("thresholdus", "20000");
        assertThat(Long.parseLong(outer.get("over")))
                .isGreaterThanOrEqualTo(known(jvm).size());
    }

    private static long rows(List<Map<String, String>> slow, String[] call) {
        return slow.stream().filter(row -> isOf(row, call)).count();
    }

    /** All known calls so far, as the application printed them. */
    private static List<String[]> known(RunningJvm jvm) {
        return jvm.printed()
                .lines()
                .filter(line -> line.startsWith("call="))
                .map(line -> line.substring("call=".length()).split(","))
                .toList();
    }

    /** Of a call as the application printed it. */
    private static boolean isOf(Map<String, String> row, String[] call) {
        long before = Long.parseLong(call[3]);
        long begin = Long.parseLong(call[4]);
        long end = Long.parseLong(call[5]);
        long after = Long.parseLong(call[6]);
        double startNanos = Long.parseLong(row.get("startNanos"));
        double durationNanos = Double.parseDouble(row.get("durationus")) * 1_000;
        double apartNanos = APART_MICROS * 1_000;
        return row.get("probe").equals("outer")
                && row.get("thread").equals(call[0])
                && row.get("threadId").equals(call[1])
                && row.get("outcome").equals(call[2])
                && row.get("nested").equals("1")
                && startNanos > before - apartNanos
                && startNanos < begin + apartNanos
                && durationNanos > end - begin - apartNanos
                && durationNanos < after - before + apartNanos;
    }

    @Test
    @Tag("full")
    void tenThousandSlowCallsAreBoundedAndCountedAndAllocateNothing() {
        try (RunningJvm jvm = start("slow=20us")) {
            jvm.order("flood");
            long rows = AgentClient.to(jvm).ask("slow", "0").table("slow").stream()
                    .filter(row -> row.get("probe").equals("flooded"))
                    .count();
            assertThat(SlowThresholds.of(jvm, "flooded").get("over")).isEqualTo("10000");
            assertThat(rows).isBetween(1L, (long) LAST_KEPT + MAX_KEPT);
            SlowThresholds.awaitKeptCallsThatAllocateNothing(jvm, "flooded");
        }
    }

    @Test
    @Tag("full")
    void whatIsSlowIsAProbesOwnAndTheCommandShowsTheLongestFirst() throws IOException, InterruptedException {
        long beginMillis = System.currentTimeMillis();
        try (RunningJvm jvm = start("slow=auto")) {
            jvm.await("a threshold", () -> {
                order(jvm, "fast");
                return AgentClient.to(jvm).ask("slow", "1").table("thresholds").stream()
                        .anyMatch(row -> row.get("probe").equals("outer")
                                && !row.get("thresholdus").isEmpty());
            });
            AtomicReference<JsonNode> last = new AtomicReference<>();
            jvm.await("a known call, of which any may be lost", () -> {
                order(jvm, "known");
                last.set(CommandLine.done("slow", jvm.pid(), "--probe", "out*", "-n", 3));
                return last.get().at("/slow/0/durationus").asDouble() > 65_000;
            });
            JsonNode json = last.get();
            assertThat(json.get("slow"))
                    .hasSize(3)
                    .allMatch(row -> row.get("probe").asText().equals("outer"));
            assertThat(json.get("slow").get(0).get("durationus").asDouble())
                    .isGreaterThanOrEqualTo(
                            json.get("slow").get(1).get("durationus").asDouble());
            assertThat(json.get("slow").get(0).get("atMillis").asLong())
                    .isBetween(beginMillis - CLOCK_MILLIS, System.currentTimeMillis() + CLOCK_MILLIS);
            assertThat(CommandLine.done("slow", jvm.pid(), "--since", "1d").get("slow"))
                    .isNotEmpty();
            assertThat(AgentClient.to(jvm).ask("slow", "0", "0", "1").table("slow"))
                    .isEmpty();
            assertThat(json.get("thresholds")).hasSize(1);
            assertThat(json.get("thresholds").get(0).get("thresholdus").asDouble())
                    .isGreaterThanOrEqualTo(1.0);
        }
    }

    @Test
    @Tag("full")
    void areOffWhereTheyAreNotWantedAndComeBack() {
        try (RunningJvm jvm = start("slow=off")) {
            AgentClient client = AgentClient.to(jvm);
            assertThat(client.send("slow", "0").expectExit(1).sentences())
                    .containsExactly("slow calls are not kept: slow=off");
            jvm.order("known");
            client.ask("attach", "slow=20ms");
            assertThat(client.ask("slow", "0").table("slow")).isEmpty();
            jvm.await("as many as an order has, of which some may be lost", () -> {
                jvm.order("known");
                return client.ask("slow", "0").table("slow").size() >= KNOWN;
            });
            client.ask("attach", "slow=off");
            client.send("slow", "0").expectExit(1);
        }
    }
}
