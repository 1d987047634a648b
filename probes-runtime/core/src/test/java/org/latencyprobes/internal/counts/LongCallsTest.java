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

    private void open(long thresholdNanos) {
        SlowRing.open(thresholdNanos);
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
    void callsOverTheThresholdAreKeptAndCounted() {
        open(1_000);
        for (long nanos : new long[] {5_000, 900, 1_000, 1_001, 70, 2_000}) {
            counts.record(nanos);
        }
        assertThat(drain()).containsExactlyInAnyOrder(5_000L, 1_001L, 2_000L);
        assertThat(counts.slow().over()).isEqualTo(3);
        assertThat(counts.slow().dropped()).isZero();
        assertThat(drain()).isEmpty();
    }

    @Test
    void withoutThresholdMaxOfEachPeriodIsKept() {
        open(SlowShare.NO_THRESHOLD);
        for (long nanos : new long[] {50, 40, 60, 60, 10}) {
            counts.record(nanos);
        }
        assertThat(drain()).containsExactly(50L, 60L);
        counts.snapshot();
        counts.record(30);
        assertThat(drain()).containsExactly(30L);
        assertThat(counts.slow().over()).isZero();
    }

    @Test
    void maxStaysExactWhateverTheThresholdDoes() {
        open(SlowShare.NO_THRESHOLD);
        Random random = new Random(1);
        for (int period = 0; period < 200; period++) {
            long max = random.nextInt(1, 2_000);
            counts.record(max);
            for (int i = 0; i < random.nextInt(20); i++) {
                if (random.nextInt(5) == 0) {
                    counts.slowAbove(random.nextInt(2_000));
                }
                long nanos = random.nextInt(2_000);
                max = Math.max(max, nanos);
                counts.record(nanos);
            }
            assertThat(Read.maxOfPeriod(counts.snapshot(), period)).isEqualTo(max);
        }
    }

    @Test
    void lowerThresholdHoldsFromTheNextCallOn() {
        open(1_000_000);
        counts.record(5_000_000);
        counts.record(900_000);
        counts.slowAbove(500_000);
        counts.record(600_000);
        counts.record(500_000);
        counts.slowAbove(2_000_000);
        counts.record(1_900_000);
        assertThat(drain()).containsExactlyInAnyOrder(5_000_000L, 600_000L);
    }

    @Test
    void manyAreDroppedAndCountedAndLongestIsAlwaysKept() {
        open(1_000);
        for (int i = 0; i < 10_000; i++) {
            counts.record(2_000);
        }
        counts.record(9_999);
        assertThat(drain()).hasSize(SlowShare.ROOM + 2).contains(9_999L);
        assertThat(counts.slow().over()).isEqualTo(10_001);
        assertThat(counts.slow().dropped()).isEqualTo(10_001 - SlowShare.ROOM - 2);
        counts.slow().nextTurn();
        counts.record(2_000);
        counts.record(2_000);
        assertThat(drain()).containsExactly(2_000L, 2_000L);
    }

    @Test
    void fullRingDropsAndCounts() {
        open(1_000);
        for (int i = 1; i <= 2 * SlowRing.SLOTS; i++) {
            counts.record(1_000 + i);
        }
        assertThat(drain()).hasSize(SlowRing.SLOTS);
        assertThat(counts.slow().dropped()).isEqualTo(SlowRing.SLOTS);
        counts.record(1_000_000);
        assertThat(drain()).containsExactly(1_000_000L);
    }

    @Test
    void callThatWasNotOverTheThresholdIsNoneOfThoseDropped() {
        open(1_000);
        for (int i = 1; i <= SlowRing.SLOTS; i++) {
            counts.record(1_000 + i);
        }
        Counts others = new Counts("others", true);
        others.slowAbove(SlowShare.NO_THRESHOLD);
        SlowShare share = others.slow();
        long threshold = share.thresholdNanos();
        assertThat(share.isWanted(5_000, threshold, true, false)).isTrue();
        others.slowAbove(1_000); // before it is put
        others.putInto(SlowRing.present(), null, 5_000, LongCalls.NO_START, threshold, Strata.NOT_OFFERED);
        assertThat(share.dropped()).isEqualTo(share.over()).isZero();
    }

    @Test
    void nothingIsKeptWithoutRing() {
        counts = new Counts();
        counts.slowAbove(100);
        counts.record(1_000_000);
        assertThat(counts.slow().over()).isZero();
        assertThat(counts.snapshot()[Snapshot.MAX]).isEqualTo(1_000_000);
    }

    @Test
    void countersWithoutSlowCallsPutNothingIntoTheRing() {
        open(1_000);
        counts = new Counts("self times", false);
        counts.record(5_000);
        assertThat(drain()).isEmpty();
        assertThat(counts.slow().over()).isZero();
        assertThat(counts.slow().thresholdNanos()).isEqualTo(SlowShare.NO_THRESHOLD);
        assertThat(counts.snapshot()[Snapshot.MAX]).isEqualTo(5_000);
    }

    @Test
    void callKnowsWhatIsInsideAndItsThread() throws Exception {
        open(1_000);
        long beforeNanos = System.nanoTime();
        Thread caller = ThreadWithStripe.run(this::callWithOneInside);
        OwnedStripes.releaseEnded();
        List<String> seen = new ArrayList<>();
        SlowRing.present().drain((where, thread, start, nanos, endNanos, calls, inside, trace, priority, looks) -> {
            assertThat(thread).isSameAs(caller);
            assertThat(where.owner()).isEqualTo("owner");
            assertThat(endNanos).isBetween(beforeNanos, System.nanoTime());
            seen.add(start + " " + nanos + " " + calls + " " + inside);
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
    void threadsThatPutAtOnceLoseNothingThatIsNotCounted() throws Exception {
        open(1_000);
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
                counts.slow().nextTurn();
            }
        }
        kept += drain().size();
        assertThat(counts.slow().over()).isEqualTo(threads.length * each);
        assertThat(kept).isEqualTo(counts.slow().over() - counts.slow().dropped());
    }

    @Test
    void keepingAllocatesNothing() {
        open(1_000);
        recordMany();
        long least = Long.MAX_VALUE;
        for (int round = 0; round < 5; round++) { // the JVM now and then adds an object of its own
            drain(); // so that there is room
            counts.slow().nextTurn();
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

    @Test
    void thresholdIsTheOneThatOneInAThousandExceeds() {
        open(SlowShare.NO_THRESHOLD);
        SlowThreshold threshold = new SlowThreshold();
        threshold.follow(List.of(counts));
        assertThat(counts.slow().thresholdNanos()).isEqualTo(SlowShare.NO_THRESHOLD);
        for (int i = 1; i <= 1_000; i++) {
            counts.record(i * 10_000L);
        }
        threshold.follow(List.of(counts));
        assertThat(counts.slow().thresholdNanos()).isBetween(9_900_000L, 10_000_000L);
        Counts errors = new Counts();
        for (int i = 0; i < 100_000; i++) {
            errors.record(50_000);
        }
        threshold.follow(List.of(counts, errors));
        assertThat(counts.slow().thresholdNanos())
                .isEqualTo(errors.slow().thresholdNanos())
                .isBetween(8_900_000L, 9_100_000L);
    }
}
