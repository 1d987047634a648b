package org.latencyprobes.internal.counts;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** No other test of this JVM opens the ring, and tests of other classes run before or after. */
class LongCallsTest {

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final List<Long> drained = new ArrayList<>();
    private Counts counts;

    private void open() {
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
    void maxStaysExactWhateverTheFloorDoes() {
        open();
        Random random = new Random(1);
        for (int period = 0; period < 200; period++) {
            long max = random.nextInt(1, 2_000);
            counts.record(max);
            for (int i = 0; i < random.nextInt(20); i++) {
                if (random.nextInt(5) == 0) {
                    counts.offerAbove(random.nextInt(2_000));
                }
                long nanos = random.nextInt(2_000);
                max = Math.max(max, nanos);
                counts.record(nanos);
            }
            assertThat(Read.maxOfPeriod(counts.snapshot(), period)).isEqualTo(max);
        }
    }

    @Test
    void aLowerFloorHoldsFromTheNextCallOn() {
        open();
        counts.offerAbove(Strata.CLOSED);
        counts.record(5_000_000);
        counts.record(900_000);
        counts.offerAbove(500_000);
        counts.record(600_000);
        counts.record(500_000);
        counts.offerAbove(2_000_000);
        counts.record(1_900_000);
        assertThat(drain()).containsExactly(600_000L);
    }

    @Test
    void fullRingLosesAndCounts() {
        open();
        for (int i = 1; i <= 2 * SlowRing.SLOTS; i++) {
            counts.record(50_000);
            counts.strata().looked();
        }
        assertThat(drain()).hasSize(SlowRing.SLOTS);
        assertThat(counts.strata().takeLost(Strata.of(50_000))).isEqualTo(SlowRing.SLOTS);
        counts.record(1_000_000);
        assertThat(drain()).containsExactly(1_000_000L);
    }

    @Test
    void aBurstLeavesRoomForTheLongest() {
        open();
        counts.strata().longest(100_000, 100_000);
        for (int i = 0; i < SlowRing.SLOTS; i++) {
            counts.record(50_000);
            counts.strata().looked();
        }
        counts.record(1_000_000);
        assertThat(drain()).hasSize(SlowRing.SLOTS * 3 / 4 + 1).contains(1_000_000L);
        assertThat(counts.strata().takeLost(Strata.of(50_000))).isEqualTo(SlowRing.SLOTS / 4);
    }

    @Test
    void roomThatDrainingMakesIsUsedBeforeItIsOver() {
        open();
        counts.strata().longest(100_000, 100_000);
        for (int i = 0; i < SlowRing.SLOTS * 3 / 4; i++) {
            counts.record(50_000);
            counts.strata().looked();
        }
        SlowRing.present().drain((where, thread, start, nanos, endNanos, calls, inside, trace, priority, looks) -> {
            drained.add(nanos);
            if (drained.size() == 2) {
                counts.record(60_000); // one slot is free by now
            }
        });
        assertThat(counts.strata().takeLost(Strata.of(60_000))).isZero();
    }

    @Test
    void nothingIsKeptWithoutRing() {
        counts = new Counts();
        counts.record(1_000_000);
        assertThat(counts.snapshot()[Snapshot.MAX]).isEqualTo(1_000_000);
    }

    @Test
    void countersWithoutSlowCallsPutNothingIntoTheRing() {
        open();
        counts = new Counts("self times", false);
        counts.record(5_000);
        assertThat(drain()).isEmpty();
        assertThat(counts.snapshot()[Snapshot.MAX]).isEqualTo(5_000);
    }

    @Test
    void callKnowsWhatIsInsideAndItsThread() throws Exception {
        open();
        long beforeNanos = System.nanoTime();
        Thread caller = ThreadWithStripe.run(this::callWithOneInside);
        OwnedStripes.releaseEnded();
        List<String> seen = new ArrayList<>();
        SlowRing.present().drain((where, thread, start, nanos, endNanos, calls, inside, trace, priority, looks) -> {
            assertThat(thread).isSameAs(caller);
            assertThat(endNanos).isBetween(beforeNanos, System.nanoTime());
            if ("owner".equals(where.owner())) {
                seen.add(start + " " + nanos + " " + calls + " " + inside);
            }
        });
        assertThat(seen).containsExactly("10 5000 1 60");
    }

    private void callWithOneInside() {
        OpenCalls open = OpenCalls.ofCurrentThread();
        open.begin(10);
        open.begin(20);
        new Counts().recordNested(60, 20);
        counts.recordNested(5_000, 10);
    }

    @Test
    void threadsThatPutAtOnceAreAllCounted() throws Exception {
        open();
        int each = 20_000;
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(() -> {
                for (int call = 0; call < each; call++) {
                    counts.record(2_000 + call % 1_000);
                }
            });
            threads[i].start();
        }
        long kept = 0;
        for (Thread thread : threads) {
            while (thread.isAlive()) {
                kept += drain().size();
                counts.strata().looked();
            }
        }
        kept += drain().size();
        assertThat(counts.count()).isEqualTo(threads.length * each);
        assertThat(kept).isPositive().isLessThanOrEqualTo(threads.length * each);
    }

    @Test
    void keepingAllocatesNothing() {
        open();
        recordMany();
        long least = Long.MAX_VALUE;
        for (int round = 0; round < 5; round++) { // the JVM now and then adds an object of its own
            drain(); // so that there is room
            long before = THREADS.getCurrentThreadAllocatedBytes();
            recordMany();
            least = Math.min(least, THREADS.getCurrentThreadAllocatedBytes() - before);
        }
        assertThat(least).isZero();
    }

    private void recordMany() {
        for (int i = 0; i < 5_000; i++) {
            counts.record(2_000 + i);
            counts.recordNested(2_000 + i, i);
        }
    }
}
