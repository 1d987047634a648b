package org.latencyprobes.agent.cost;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.base.Mode;

final class BudgetStepsTest {

    /** One percent of a core, at 50 ns a timed call and 5 a counted one. */
    private final BudgetSteps steps = steps(1e7, Double.POSITIVE_INFINITY);

    private final Map<String, Mode> modes = new HashMap<>(Map.of("a", Mode.ON, "b", Mode.ON));

    static BudgetSteps steps(double nanos, double ownShare) {
        BudgetSteps steps = new BudgetSteps(new BudgetSteps.Limits(nanos, ownShare));
        steps.follow(new ModeCosts(50, 5), true);
        return steps;
    }

    private List<BudgetSteps.Change> period(double a, double b) {
        List<BudgetSteps.Change> changes = steps.next(Map.of("a", load("a", a), "b", load("b", b)), modes, Set.of());
        changes.forEach(change -> modes.put(change.probe(), change.to()));
        return changes;
    }

    private BudgetSteps.Load load(String probe, double perSecond) {
        return rate(modes.get(probe).isOff() ? 0 : perSecond);
    }

    private static BudgetSteps.Load rate(double perSecond) {
        return new BudgetSteps.Load(perSecond, 0, 0);
    }

    @Test
    void stepsDownTimeFewerCalls() {
        assertThat(BudgetSteps.cheaper(Mode.ON)).isEqualTo(Mode.sampled(16));
        assertThat(BudgetSteps.cheaper(Mode.sampled(2))).isEqualTo(Mode.sampled(16));
        assertThat(BudgetSteps.cheaper(Mode.sampled(300))).isEqualTo(Mode.COUNTED);
        assertThat(BudgetSteps.cheaper(Mode.COUNTED)).isEqualTo(Mode.OFF);
    }

    @Test
    void stepsUpEndAtTheTop() {
        assertThat(BudgetSteps.costlier(Mode.OFF, Mode.ON)).isEqualTo(Mode.COUNTED);
        assertThat(BudgetSteps.costlier(Mode.COUNTED, Mode.ON)).isEqualTo(Mode.sampled(256));
        assertThat(BudgetSteps.costlier(Mode.sampled(256), Mode.sampled(100))).isEqualTo(Mode.sampled(100));
        assertThat(BudgetSteps.costlier(Mode.sampled(16), Mode.ON)).isEqualTo(Mode.ON);
    }

    @Test
    void nothingChangesWithinTheBudget() {
        for (int i = 0; i < 20; i++) {
            assertThat(period(100_000, 90_000)).isEmpty();
        }
    }

    @Test
    void theCostliestGoesDownAsFarAsNeeded() {
        assertThat(period(300_000, 10_000)).containsExactly(new BudgetSteps.Change("a", Mode.ON, Mode.sampled(16)));
        assertThat(period(300_000, 10_000)).isEmpty();
    }

    @Test
    void onePeriodIsEnoughForTwentyMillionCalls() {
        period(1_000, 1_000);
        assertThat(period(20e6, 1_000)).containsExactly(new BudgetSteps.Change("a", Mode.ON, Mode.OFF));
        assertThat(steps.foreseenNanos()).isLessThan(1e7);
        assertThat(modes).containsEntry("b", Mode.ON);
    }

    @Test
    void itGoesBackStepByStepOnceTheCallsAreFew() {
        period(20e6, 0);
        int periods = 0;
        while (!modes.get("a").isOn() && periods < 100) {
            period(1_000, 0);
            periods++;
        }
        assertThat(modes).containsEntry("a", Mode.ON);
        assertThat(periods).isBetween(BudgetSteps.FIRST_WAIT, 4 * BudgetSteps.FIRST_WAIT);
    }

    /** Counted again it costs too much, each time after a longer while. */
    @Test
    void whatStaysCostlyIsTriedLessAndLessOften() {
        int tried = 0;
        for (int i = 0; i < 300; i++) {
            tried += period(20e6, 0).stream().anyMatch(change -> change.from().isOff()) ? 1 : 0;
        }
        assertThat(tried).isBetween(3, 14);
    }

    /** At 190,000 timed calls a second it would be over 0.7 of the budget. */
    @Test
    void itDoesNotSwingAtTheEdge() {
        period(210_000, 0);
        assertThat(modes).containsEntry("a", Mode.sampled(16));
        for (int i = 0; i < 50; i++) {
            assertThat(period(190_000, 0)).isEmpty();
        }
        for (int i = 0; i < 2; i++) {
            period(100_000, 0);
        }
        assertThat(modes).containsEntry("a", Mode.ON);
    }

    @Test
    void whatIsPinnedCostsButStays() {
        assertThat(steps.next(Map.of("a", rate(20e6), "b", rate(100_000)), modes, Set.of("a")))
                .containsExactly(new BudgetSteps.Change("b", Mode.ON, Mode.OFF));
        assertThat(steps.pinnedNanos()).isEqualTo(20e6 * 50);
    }

    /** 100 calls a second take 0.05 % of the budget. */
    @Test
    void whatIsNextToNothingBesideWhatIsPinnedStays() {
        for (int i = 0; i < 20; i++) {
            assertThat(steps.next(Map.of("a", rate(20e6), "b", rate(100)), modes, Set.of("a")))
                    .isEmpty();
        }
    }

    @Test
    void whatWentOffBesideWhatIsPinnedComesBackOnceItCostsNextToNothing() {
        List<Mode> seen = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            Map<String, BudgetSteps.Load> loads = Map.of("a", rate(20e6), "b", load("b", i == 0 ? 100_000 : 100));
            steps.next(loads, modes, Set.of("a")).forEach(change -> {
                modes.put(change.probe(), change.to());
                seen.add(change.to());
            });
        }
        assertThat(seen).containsExactly(Mode.OFF, Mode.COUNTED, Mode.sampled(256), Mode.sampled(16), Mode.ON);
    }

    /** As a loop that is not compiled yet may have it. */
    @Test
    void itGoesBackStepByStepAlsoWhereCountingSeemsToTakeLongerThanTiming() {
        steps.follow(new ModeCosts(50, 60), false);
        period(20e6, 0);
        List<Mode> seen = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            period(1_000, 0).forEach(change -> seen.add(change.to()));
        }
        assertThat(seen).containsExactly(Mode.COUNTED, Mode.sampled(256), Mode.sampled(16), Mode.ON);
    }

    /** At 5 ns a call, which is half of the budget; timed, it would be five times the budget. */
    @Test
    void whatIsPinnedCostsWhatItsModeDoes() {
        modes.put("a", Mode.COUNTED);
        for (int i = 0; i < 20; i++) {
            assertThat(steps.next(Map.of("a", rate(1e6), "b", rate(1_000)), modes, Set.of("a")))
                    .isEmpty();
        }
        assertThat(steps.foreseenNanos()).isEqualTo(1e6 * 5 + 1_000 * 50);
    }

    @Test
    void whatIsPinnedOffCostsNothing() {
        modes.put("a", Mode.OFF);
        assertThat(steps.next(Map.of("a", rate(20e6), "b", rate(1_000)), modes, Set.of("a")))
                .isEmpty();
    }

    @Test
    void aModeOfTheUsersIsNotExceeded() {
        modes.put("a", Mode.sampled(100));
        period(20e6, 0);
        assertThat(modes.get("a").isOff()).isTrue();
        for (int i = 0; i < 60; i++) {
            period(10, 0);
        }
        assertThat(modes).containsEntry("a", Mode.sampled(100));
    }
}
