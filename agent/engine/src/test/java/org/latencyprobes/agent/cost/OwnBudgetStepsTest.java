package org.latencyprobes.agent.cost;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.base.Mode;

/** Tests of the limit to what measuring costs of the time of a probe's own calls. */
final class OwnBudgetStepsTest {

    private static final double UNLIMITED = Double.POSITIVE_INFINITY;

    /** Five percent of a call, at 50 ns a timed call and 5 a counted one. */
    private final BudgetSteps steps = BudgetStepsTest.steps(UNLIMITED, 0.05);

    private final Map<String, Mode> modes = new HashMap<>(Map.of("a", Mode.ON));

    /** One second of calls that take so long each. */
    private List<BudgetSteps.Change> period(BudgetSteps of, double perSecond, double nanos, String... pinned) {
        Mode mode = modes.get("a");
        long timed = mode.isOff() || mode.oneIn() == 0 ? 0 : (long) perSecond / mode.oneIn();
        BudgetSteps.Load load = new BudgetSteps.Load(mode.isOff() ? 0 : perSecond, timed, timed * nanos);
        List<BudgetSteps.Change> changes = of.next(Map.of("a", load), modes, Set.of(pinned));
        changes.forEach(change -> modes.put(change.probe(), change.to()));
        return changes;
    }

    private Mode afterOnePeriodOf(double nanos) {
        period(steps, 1_000, nanos);
        return modes.get("a");
    }

    @Test
    void longCallsAreTimed() {
        assertThat(afterOnePeriodOf(1_001)).isEqualTo(Mode.ON);
    }

    @Test
    void shorterOnesAreSampledCountedOrNeither() {
        assertThat(afterOnePeriodOf(200)).isEqualTo(Mode.sampled(16));
        modes.put("a", Mode.ON);
        assertThat(afterOnePeriodOf(105)).isEqualTo(Mode.sampled(256));
        modes.put("a", Mode.ON);
        assertThat(afterOnePeriodOf(101)).isEqualTo(Mode.COUNTED);
        modes.put("a", Mode.ON);
        assertThat(afterOnePeriodOf(20)).isEqualTo(Mode.OFF);
    }

    @Test
    void fewCallsSayNothingYet() {
        assertThat(period(steps, BudgetSteps.FEWEST_TIMED_CALLS - 1, 20)).isEmpty();
        assertThat(period(steps, 1, 20)).hasSize(1);
    }

    @Test
    void callsThatBecomeLongerAreTimedAgain() {
        afterOnePeriodOf(20);
        int periods = 0;
        while (!modes.get("a").isOn() && periods < 100) {
            period(steps, 1_000, 5_000);
            periods++;
        }
        assertThat(modes).containsEntry("a", Mode.ON);
        assertThat(periods).isLessThan(5 * BudgetSteps.FIRST_WAIT);
    }

    @Test
    void whatStaysShortIsTriedLessAndLessOften() {
        List<Integer> tried = new ArrayList<>();
        for (int i = 0; i < 2_000; i++) {
            if (period(steps, 1_000_000, 20).stream()
                    .anyMatch(change -> change.from().isOff())) {
                tried.add(i);
            }
        }
        assertThat(tried).hasSizeBetween(4, 9);
        assertThat(tried.get(3) - tried.get(2)).isGreaterThan(3 * (tried.get(1) - tried.get(0)) / 2);
    }

    /** On they cost 4 % of a call's time, which is above 0.7 of the limit. */
    @Test
    void itDoesNotSwingAtTheEdge() {
        assertThat(afterOnePeriodOf(900)).isEqualTo(Mode.sampled(16));
        for (int i = 0; i < 50; i++) {
            assertThat(period(steps, 1_000, 1_250)).isEmpty();
        }
        period(steps, 10_000, 1_500);
        assertThat(modes).containsEntry("a", Mode.ON);
    }

    @Test
    void bothLimitsHold() {
        BudgetSteps both = BudgetStepsTest.steps(1e7, 0.05);
        assertThat(period(both, 300_000, 5_000))
                .containsExactly(new BudgetSteps.Change("a", Mode.ON, Mode.sampled(16)));
        modes.put("a", Mode.ON);
        assertThat(period(both, 1_000, 200)).containsExactly(new BudgetSteps.Change("a", Mode.ON, Mode.sampled(16)));
    }

    /** As it was before the compilers were done. */
    @Test
    void whatSeemedTooCostlyComesBackOnceTheCostIsLower() {
        steps.follow(new ModeCosts(150, 40), true);
        assertThat(afterOnePeriodOf(400)).isEqualTo(Mode.OFF);
        steps.follow(new ModeCosts(50, 5), true);
        for (int i = 0; i < 3 * BudgetSteps.FIRST_WAIT; i++) {
            period(steps, 1_000, 400);
        }
        assertThat(modes).containsEntry("a", Mode.sampled(16));
    }

    /** The first cost, before the compilers have begun. */
    @Test
    void nothingIsLeftUntimedForACostThatMayBeTooHigh() {
        steps.follow(new ModeCosts(150, 40), false);
        assertThat(afterOnePeriodOf(400)).isEqualTo(Mode.sampled(256));
        steps.follow(new ModeCosts(50, 5), true);
        for (int i = 0; i <= BudgetSteps.CALM_PERIODS + 1; i++) {
            period(steps, 1_000, 400);
        }
        assertThat(modes).containsEntry("a", Mode.sampled(16));
    }

    @Test
    void whatIsTooCostlyOnceTheCostIsSettledGoesOff() {
        steps.follow(new ModeCosts(150, 40), false);
        afterOnePeriodOf(400);
        steps.follow(new ModeCosts(150, 40), true);
        assertThat(afterOnePeriodOf(400)).isEqualTo(Mode.OFF);
    }

    @Test
    void whatIsPinnedStays() {
        assertThat(period(steps, 1_000, 20, "a")).isEmpty();
    }

    @Test
    void theModesOfBeforeCanBeHadBack() {
        modes.put("a", Mode.sampled(2));
        assertThat(steps.back()).isEmpty();
        afterOnePeriodOf(20);
        assertThat(steps.back()).containsExactly(new BudgetSteps.Change("a", Mode.OFF, Mode.sampled(2)));
    }
}
