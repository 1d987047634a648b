package org.latencyprobes.agent.jar;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.fixture.Bursts;
import org.latencyprobes.agent.kit.AgentClient;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.RunningJvm;

/** Tests that what measuring costs stays within its budget when a workload grows ten thousand times. */
final class BudgetIT {

    @Tag("full")
    @Test
    void aBurstIsNoLongerTimedAndTheQuietAfterItIs() {
        try (RunningJvm jvm = ForkedJvm.of(Bursts.class).withAgent("budget=1%").start()) {
            AgentClient client = AgentClient.to(jvm.awaitText("ready"));
            jvm.await("called", () -> client.ask("probes").count("work") > 2_000);
            assertThat(mode(client)).isEqualTo("on");
            jvm.tell("fast").awaitText("probe work: on -> ");
            jvm.await("off or counted", () -> List.of("off", "counted").contains(mode(client)));
            assertThat(switches(jvm)).as("periods over the budget").isLessThanOrEqualTo(3);
            jvm.tell("slow").awaitText("now slow");
            jvm.await("timed again", () -> mode(client).equals("on"));
        }
    }

    @Test
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

    @Test
    void aProbeThatTheOptionPinsKeepsItsMode() {
        try (RunningJvm jvm = ForkedJvm.of(Bursts.class)
                .withAgent("budget=0.1%,budget.pinned=wo*")
                .start()) {
            AgentClient client = AgentClient.to(jvm.awaitText("ready"));
            jvm.tell("fast").await("many calls", () -> client.ask("probes").count("work") > 20_000_000);
            assertThat(mode(client)).isEqualTo("on");
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

    private static long switches(RunningJvm jvm) {
        return jvm.printed()
                .lines()
                .filter(line -> line.contains("probe work: "))
                .count();
    }
}
