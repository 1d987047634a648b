package org.latencyprobes.agent.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.clock.Clock;
import org.latencyprobes.agent.clock.TestClock;
import org.latencyprobes.agent.link.InPlaceCost;
import org.latencyprobes.agent.protocol.figures.Costs;

final class CallCostTest {

    @Test
    void whatWasMeasuredInPlaceCountsAndTheLoopWhereNothingWas() {
        assertThat(CallCost.of(51, new ModeCosts(23, 2))).isEqualTo(new ModeCosts(51, 2));
        assertThat(CallCost.of(50, new ModeCosts(152, 2))).isEqualTo(new ModeCosts(50, 2));
        assertThat(CallCost.of(0, new ModeCosts(23, 2))).isEqualTo(new ModeCosts(23, 2));
    }

    /** Readings take half as long after each so many of them, up to some, as where the compilers are at work. */
    @Test
    void theLoopIsRunUntilTwoResultsAgree() {
        AtomicLong readings = new AtomicLong();
        AtomicLong now = new AtomicLong();
        Clock clock = new TestClock(
                1_000_000_000,
                1_000_000_000,
                ticks -> now.addAndGet(Math.max(16, 1024 >> Math.min(10, readings.getAndIncrement() / 100_000))));
        for (int asked = 0;
                asked < 20 && !CallCost.isSettled(clock);
                asked++) { // once, unless the machine is very slow
            CallCost.now(clock);
        }
        assertThat(CallCost.isSettled(clock)).isTrue();
        assertThat(CallCost.now(clock).untimedNanos())
                .as("a reading for 200 calls")
                .isCloseTo(0.08, within(0.005));
    }

    @Test
    void aLoopThatIsNotCompiledGivesAnUpperBoundWhereItCounts() {
        assertThat(CallCost.basis(true, false, false)).isEqualTo(Costs.IN_PLACE);
        assertThat(CallCost.basis(true, true, true)).isEqualTo(Costs.IN_PLACE);
        assertThat(CallCost.basis(true, true, false)).isEqualTo(Costs.COLD_LOOP);
        assertThat(CallCost.basis(false, false, true)).isEqualTo(Costs.LOOP);
        assertThat(CallCost.basis(false, false, false)).isEqualTo(Costs.COLD_LOOP);
    }

    /** With a clock whose reading takes 5 µs, each call takes more than the place can tell. */
    @Test
    void whatTakesLongerThanThePlaceCanTellIsTheLoops() {
        assertThat(CallCost.of(InPlaceCost.LONGEST_NANOS, new ModeCosts(10_100, 2)))
                .isEqualTo(new ModeCosts(10_100, 2));
        assertThat(CallCost.of(InPlaceCost.LONGEST_NANOS, new ModeCosts(23, 2)))
                .isEqualTo(new ModeCosts(InPlaceCost.LONGEST_NANOS, 2));
    }
}
