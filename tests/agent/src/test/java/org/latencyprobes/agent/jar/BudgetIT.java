package org.latencyprobes.agent.jar;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.fixture.Bursts;
import org.latencyprobes.agent.kit.AgentClient;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.RunningJvm;

/** Tests that what measuring costs stays within its budget when a workload grows ten thousand times. */
final class BudgetIT {

    private static final long THREE_PERIODS_NANOS = 3_500_000_000L;
    private static final Pattern SWITCH =
            Pattern.compile("probe work: .*; measuring took (\\S+) % of one core, (\\S+) % is foreseen");

    @Tag("full")
    @Test
    void aBurstIsNoLongerTimedAndTheQuietAfterItIs() {
        try (RunningJvm jvm = ForkedJvm.of(Bursts.class).withAgent("budget=1%").start()) {
            AgentClient client = AgentClient.to(jvm.awaitText("ready"));
            jvm.await("called", () -> client.ask("probes").count("work") > 2_000);
            assertThat(mode(client)).isEqualTo("on");
            jvm.tell("fast").awaitText("probe work: on -> ");
            jvm.await("off or counted", () -> List.of("off", "counted").contains(mode(client)));
            assertThat(periods(jvm)).as("each line is a period over the budget").hasSizeLessThanOrEqualTo(3);
            assertThat(periods(jvm))
                    .allSatisfy(period -> assertThat(percent(period, 1)).isGreaterThan(1));
            assertThat(percent(periods(jvm).get(periods(jvm).size() - 1), 2))
                    .as("foreseen once it is within the budget")
                    .isLessThanOrEqualTo(1);
            jvm.tell("slow").awaitText("now slow");
            jvm.await("timed again", () -> mode(client).equals("on"));
        }
    }

    @Test
    @Tag("full")
    void aProbeThatWasGivenAModeKeepsIt() {
        try (RunningJvm jvm =
                ForkedJvm.of(Bursts.class).withAgent("budget=0.1%").start()) {
            AgentClient client = AgentClient.to(jvm.awaitText("ready"));
            jvm.await("called", () -> client.ask("probes").count("work") > 0);
            client.ask("mode", "sampled:2", "work");
            long before = client.ask("probes").count("work");
            jvm.tell("fast").await("many calls", () -> client.ask("probes").count("work") > before + 50_000_000);
            assertThat(mode(client)).isEqualTo("sampled(1/2)");
        }
    }

    @Tag("full")
    @Test
    void aProbeThatTheOptionPinsKeepsItsMode() {
        try (RunningJvm jvm = ForkedJvm.of(Bursts.class)
                .withAgent("budget=0.1%,budget.pinned=wo*")
                .start()) {
            AgentClient client = AgentClient.to(jvm.awaitText("ready"));
            long startNanos = System.nanoTime();
            jvm.tell("fast")
                    .await(
                            "three periods of many calls",
                            () -> System.nanoTime() - startNanos > THREE_PERIODS_NANOS
                                    && client.ask("probes").count("work") > 1_000_000);
            assertThat(mode(client)).isEqualTo("on");
            assertThat(jvm.awaitText("the pinned probes alone take ").printed())
                    .containsOnlyOnce("the budget is 0.1 %: the others may take 0.001 % together");
            client.ask("attach", "budget.pinned=none");
            jvm.await("no longer pinned", () -> !mode(client).equals("on"));
        }
    }

    @Test
    void whatTakesLittleTimeIsNotTimedAndWhatTakesLongIs() {
        try (RunningJvm jvm =
                ForkedJvm.of(Bursts.class).withAgent("budget.own=1%").start()) {
            AgentClient client = AgentClient.to(jvm.awaitText("ready"));
            jvm.await("paused", () -> client.ask("probes").count("pause") > 100);
            jvm.tell("fast").awaitText("probe work: ");
            jvm.await("off or counted", () -> List.of("off", "counted").contains(mode(client)));
            assertThat(client.ask("probes").cell("probes", "pause", "mode")).isEqualTo("on");
            assertThat(jvm.printed())
                    .containsPattern(
                            "probe work: on -> .*; measuring took \\d+\\.\\d % of its calls' mean time of \\d+ ns,"
                                    + " \\d+\\.\\d % is foreseen, budget.own is 1.0 %")
                    .doesNotContain("probe pause: ");
        }
    }

    @Tag("full")
    @Test
    void withoutABudgetProbesHaveTheModesOfBefore() {
        try (RunningJvm jvm = ForkedJvm.of(Bursts.class).withAgent("budget=1%").start()) {
            AgentClient client = AgentClient.to(jvm.awaitText("ready"));
            jvm.await("called", () -> client.ask("probes").count("pause") > 0);
            client.ask("mode", "sampled:2", "pause");
            jvm.tell("fast")
                    .await("off or counted", () -> List.of("off", "counted").contains(mode(client)));
            client.ask("attach", "budget=off");
            assertThat(mode(client)).isEqualTo("on");
            assertThat(client.ask("probes").cell("probes", "pause", "mode")).isEqualTo("sampled(1/2)");
            assertThat(jvm.printed()).contains(" -> on; the budget has changed");
        }
    }

    private static String mode(AgentClient client) {
        return client.ask("probes").cell("probes", "work", "mode");
    }

    private static List<MatchResult> periods(RunningJvm jvm) {
        return SWITCH.matcher(jvm.printed()).results().toList();
    }

    private static double percent(MatchResult line, int group) {
        return Double.parseDouble(line.group(group));
    }
}
