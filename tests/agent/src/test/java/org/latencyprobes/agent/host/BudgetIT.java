package org.latencyprobes.agent.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.fixture.host.Bursts;
import org.latencyprobes.agent.kit.AgentClient;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.RunningJvm;

/** Tests that what measuring costs stays within its budget when a workload grows ten thousand times. */
@Tag("full")
final class BudgetIT {

    private static final String PINNED_OVER = "the pinned probes alone take ";
    private static final Pattern SWITCH =
            Pattern.compile("probe work: on -> .*; measuring took (\\S+) % of one core, (\\S+) % is foreseen");

    /** In quiet times measuring takes far less than this budget, and in bursts far more, however slow the machine is. */
    private static RunningJvm inABurst() {
        RunningJvm jvm = ForkedJvm.of(Bursts.class).withAgent("budget=2%").start();
        AgentClient client = AgentClient.to(jvm.awaitText("ready"));
        jvm.await("called", () -> client.ask("probes").count("work") > 1_000);
        assertThat(mode(client)).isEqualTo("on");
        return jvm.tell("fast")
                .awaitText("probe work: on -> ")
                .await("off or counted", () -> List.of("off", "counted").contains(mode(client)));
    }

    @Test
    void aBurstIsNoLongerTimed() {
        try (RunningJvm jvm = inABurst()) {
            Matcher first = SWITCH.matcher(jvm.printed());
            assertThat(first.find()).isTrue();
            assertThat(Double.parseDouble(first.group(1))).as("taken").isGreaterThanOrEqualTo(2);
            assertThat(Double.parseDouble(first.group(2))).as("foreseen").isLessThanOrEqualTo(2);
        }
    }

    /** Which takes some ten periods. */
    @Test
    @Tag("nightly")
    void theQuietAfterABurstIsTimed() {
        try (RunningJvm jvm = inABurst()) {
            jvm.tell("slow").awaitText("now slow");
            jvm.await("timed again", () -> mode(AgentClient.to(jvm)).equals("on"));
        }
    }

    @Test
    void aProbeThatWasGivenAModeKeepsIt() {
        try (RunningJvm jvm =
                ForkedJvm.of(Bursts.class).withAgent("budget=0.1%").start()) {
            AgentClient client = AgentClient.to(jvm.awaitText("ready"));
            jvm.await("called", () -> client.ask("probes").count("work") > 0);
            client.ask("mode", "sampled:2", "work");
            jvm.tell("fast").awaitText(PINNED_OVER);
            assertThat(modeAfterThePeriod(client)).isEqualTo("sampled(1/2)");
        }
    }

    @Test
    void aProbeThatTheOptionPinsKeepsItsMode() {
        try (RunningJvm jvm = ForkedJvm.of(Bursts.class)
                .withAgent("budget=0.1%,budget.pinned=wo*")
                .start()) {
            AgentClient client = AgentClient.to(jvm.awaitText("ready"));
            jvm.tell("fast").awaitText(PINNED_OVER);
            assertThat(modeAfterThePeriod(client)).isEqualTo("on");
            assertThat(jvm.printed()).contains("the budget is 0.1 %: the others may take 1/100 of it together");
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

    /** The thread that answers first ends the period in which it has said something. */
    private static String modeAfterThePeriod(AgentClient client) {
        client.ask("status");
        return mode(client);
    }
}
