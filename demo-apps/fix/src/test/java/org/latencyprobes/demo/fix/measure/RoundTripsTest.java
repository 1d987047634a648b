package org.latencyprobes.demo.fix.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.latencyprobes.demo.common.figures.Distribution;
import org.latencyprobes.demo.common.figures.Level;
import org.latencyprobes.demo.fix.jvm.CollectionPause;
import org.latencyprobes.demo.fix.jvm.TimeSpan;

class RoundTripsTest {

    private static final long INTERVAL_NANOS = 100_000;

    @Test
    void tellsWaitingFromTravelling() {
        RoundTrips roundTrips = new RoundTrips(2);
        roundTrips.sent(1_000, 1_500);
        roundTrips.sent(2_000, 2_100);
        assertThat(roundTrips.received(1_000, 4_000)).isTrue();
        assertThat(roundTrips.received(2_000, 4_100)).isTrue();

        assertThat(roundTrips.endToEnd().meanNanos()).isEqualTo((3_000 + 2_100) / 2.0);
        assertThat(roundTrips.roundTrip().meanNanos()).isEqualTo((2_500 + 2_000) / 2.0);
        assertThat(roundTrips.lag().meanNanos()).isEqualTo((500 + 100) / 2.0);
        assertThat(roundTrips.seconds()).isEqualTo(3_100 / 1e9);
    }

    @Test
    void refusesAnswersOutOfOrderAndUnasked() {
        RoundTrips roundTrips = new RoundTrips(3);
        roundTrips.sent(1_000, 1_000);
        roundTrips.sent(2_000, 2_000);

        assertThat(roundTrips.received(2_000, 3_000)).isFalse();
        assertThat(roundTrips.received(1_000, 3_000)).isTrue();
        assertThat(roundTrips.received(1_000, 3_000)).isFalse();
        assertThat(roundTrips.received(2_000, 3_000)).isTrue();
        assertThat(roundTrips.received(3_000, 3_000)).isFalse();
        assertThat(roundTrips.answered()).isEqualTo(2);
    }

    /**
     * There are 1,000 messages at 10,000 a second. Each is answered after 10 µs, except in one stall of 5 ms, whose end those due meanwhile
     * wait for.
     */
    @Test
    void showsAStallInThePercentilesOfAllThatWereDueMeanwhile() {
        RoundTrips roundTrips = new RoundTrips(1_000);
        long stallNanos = 500 * INTERVAL_NANOS;
        long endNanos = stallNanos + 5_000_000;
        for (int i = 0; i < 1_000; i++) {
            long due = i * INTERVAL_NANOS;
            roundTrips.sent(due, due);
            roundTrips.received(due, due >= stallNanos && due < endNanos ? endNanos : due + 10_000);
        }
        Timing endToEnd = roundTrips.endToEnd();

        assertThat(endToEnd.distribution().nanos(Level.MAX)).isEqualTo(5_000_000);
        assertThat(endToEnd.distribution().histogram().getCountBetweenValues(99_000, 6_000_000))
                .isEqualTo(50);
        assertThat(endToEnd.distribution().nanos(Level.P99)).isBetween(4_000_000.0, 4_110_000.0);
        assertThat(endToEnd.distribution().nanos(Level.P90)).isBetween(10_000.0, 10_010.0);
    }

    /** There are 2,500 messages at 10,000 a second; those of the second slice take ten times as long. */
    @Test
    void haveATimeLineByWhenTheyWereDue() {
        RoundTrips roundTrips = new RoundTrips(2_500);
        long zeroNanos = -7_000;
        for (int i = 0; i < 2_500; i++) {
            long due = zeroNanos + i * INTERVAL_NANOS;
            roundTrips.sent(due, due);
            roundTrips.received(due, due + (i / 1_000 == 1 ? 100_000 : 10_000));
        }
        CollectionPause pause = new CollectionPause(zeroNanos + 500, zeroNanos + 2_000_500, 1);
        TimeLine line = TimeLine.of(roundTrips, List.of(pause), List.of(new TimeSpan(zeroNanos - 5, 9)));

        assertThat(line.slices()).extracting(Distribution::count).containsExactly(1_000L, 1_000L, 500L);
        assertThat(line.slices())
                .extracting(slice -> slice.nanos(Level.P50) > 50_000)
                .containsExactly(false, true, false);
        assertThat(line.collections()).containsExactly(new TimeSpan(500, 1_000_000));
        assertThat(line.compilations()).containsExactly(new TimeSpan(-5, 9));
    }
}
