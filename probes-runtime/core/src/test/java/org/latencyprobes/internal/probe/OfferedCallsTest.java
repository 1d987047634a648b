package org.latencyprobes.internal.probe;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.latencyprobes.internal.counts.Counts;
import org.latencyprobes.internal.counts.SlowRing;
import org.latencyprobes.internal.counts.Strata;

/** Tests of which calls {@link Strata} offer. No other test of this JVM opens the ring meanwhile. */
final class OfferedCallsTest {

    private final List<Long> drained = new ArrayList<>();
    private Counts counts;

    @BeforeEach
    void open() {
        SlowRing.open();
        counts = new Counts("owner", true);
    }

    @AfterEach
    void close() {
        SlowRing.close();
    }

    private List<Long> drain() {
        drained.clear();
        SlowRing.present().drain((where, thread, start, nanos, endNanos, calls, inside, trace, priority, looks) -> {
            if (where == counts) {
                drained.add(nanos);
            }
        });
        return drained;
    }

    @Test
    void callsAboveTheFloorAreOffered() {
        counts.record(0);
        counts.record(500);
        assertThat(drain()).containsExactly(0L, 500L);
        counts.offerAbove(499);
        counts.record(499);
        counts.record(500);
        assertThat(drain()).containsExactly(500L);
        counts.offerAbove(Strata.CLOSED);
        counts.record(900_000);
        assertThat(drain()).isEmpty();
    }

    @Test
    void countersThatWereThereBeforeOfferNothing() {
        SlowRing.close();
        counts = new Counts("earlier", true);
        SlowRing.open();
        counts.record(500);
        assertThat(drain()).isEmpty();
    }

    /** Of 10,000 draws a hundredth is 100, give or take ten. */
    @Test
    void aStratumOffersThePartOfItsCallsThatItsBoundSays() {
        counts.strata().lower(Strata.of(50_000), Strata.EACH / 100);
        int offered = 0;
        for (int call = 0; call < 10_000; call++) {
            counts.recordNested(50_000, 1_000L * call);
            offered += drain().size();
            counts.strata().looked();
        }
        assertThat(offered).isBetween(50, 150);
        counts.record(500_000);
        assertThat(drain()).containsExactly(500_000L);
    }

    @Test
    void callsAmongTheLongestAreOfferedWhateverTheyDraw() {
        counts.strata().longest(40_000, 60_000);
        counts.strata().lower(Strata.of(50_000), 0);
        counts.record(50_000);
        assertThat(drain()).containsExactly(50_000L);
    }

    @Test
    void offersWithoutRoomAreCountedByStratum() {
        int calls = 10_000;
        for (int call = 0; call < calls; call++) {
            counts.record(50_000);
            counts.strata().looked();
        }
        assertThat(counts.strata().takeLost(Strata.of(50_000))).isPositive().isEqualTo(calls - drain().size());
        assertThat(counts.strata().takeLost(Strata.of(50_000))).isZero();
    }

    /** Of 10,000 calls 6,000 are offered, and 2,048 find room: the others stand for 1.67 each. */
    @Test
    void anOfferWithoutRoomStandsForAsManyCallsAsItsBoundSays() {
        int stratum = Strata.of(50_000);
        counts.strata().lower(stratum, Strata.EACH / 5 * 3);
        for (int call = 0; call < 10_000; call++) {
            counts.recordNested(50_000, 1_000L * call);
            counts.strata().looked();
        }
        assertThat(counts.strata().takeLost(stratum)).isBetween(6_300L, 8_600L);
    }

    @Test
    void aStratumOfManyCallsLowersItsBoundItselfAndLosesNone() {
        for (int call = 0; call < 1_000_000; call++) {
            counts.recordNested(50_000, call);
        }
        int stratum = Strata.of(50_000);
        assertThat(drain().size()).isBetween(512, 600);
        assertThat(counts.strata().takeLost(stratum)).isZero();
        assertThat(Strata.EACH / counts.strata().bound(stratum)).isBetween(1 << 12, 1 << 20);
    }

    /** As after a pause in which they all waited. */
    @Test
    void someHundredCallsThatEndAtOnceAllStayInTheSample() {
        for (int call = 0; call < 500; call++) {
            counts.recordNested(50_000, call);
        }
        assertThat(drain()).hasSize(500);
        assertThat(counts.strata().bound(Strata.of(50_000))).isEqualTo(Strata.EACH);
    }

    @Test
    void strataAreFourToAFactorOfTwoAndCountedOneByOne() {
        assertThat(Strata.of(Strata.lowestNanos(60))).isEqualTo(60);
        assertThat(Strata.of(Strata.lowestNanos(60) - 1)).isEqualTo(59);
        assertThat(Strata.lowestNanos(64)).isEqualTo(2 * Strata.lowestNanos(60));
        counts.record(50_000);
        counts.record(50_001);
        counts.record(5_000_000);
        long[] byStratum = new Strata.Reader().read(counts);
        assertThat(byStratum[Strata.of(50_000)]).isEqualTo(2);
        assertThat(byStratum[Strata.of(5_000_000)]).isEqualTo(1);
    }

    @Test
    void offeringAllocatesNothing() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long least = Long.MAX_VALUE;
        for (int round = 0; round < 6; round++) { // the JVM now and then adds an object of its own
            drain();
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int call = 0; call < 2_000; call++) {
                counts.record(50_000 + call);
                counts.recordNested(50_000 + call, call);
            }
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
        }
        assertThat(least).isZero();
    }
}
