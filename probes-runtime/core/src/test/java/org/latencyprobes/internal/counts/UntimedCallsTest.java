package org.latencyprobes.internal.counts;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UntimedCallsTest {

    private static final int THREADS = 8;
    private static final int CALLS = 200_000;

    /** With counters for each stripe, without, and with both, as where they are made while threads count. */
    @ParameterizedTest
    @ValueSource(ints = {0, THREADS / 2, THREADS})
    void countsEveryCallOfEightThreads(int preparedBefore) throws InterruptedException {
        UntimedCalls calls = new UntimedCalls();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            if (i == preparedBefore) {
                calls.prepare();
            }
            Thread thread = new Thread(() -> {
                for (int call = 0; call < CALLS; call++) {
                    calls.countOk();
                }
            });
            thread.start();
            threads.add(thread);
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(calls.sum(0)).isEqualTo((long) THREADS * CALLS);
    }

    /** Threads with a stripe of their own say where they count; the others, beyond the last stripe, share counters. */
    @Test
    void countsEveryCallWhoseStartSaysWhere() throws InterruptedException {
        UntimedCalls calls = new UntimedCalls();
        calls.prepare();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < OpenCalls.THREADS + THREADS; i++) {
            threads.add(new Thread(() -> countByStart(calls)));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        OwnedStripes.releaseEnded();
        assertThat(calls.sum(0)).isEqualTo((long) threads.size() * CALLS / THREADS);
    }

    private static void countByStart(UntimedCalls calls) {
        for (int call = 0; call < CALLS / THREADS; call++) {
            OpenCalls own = OpenCalls.ofCurrentThread();
            if (!calls.countOkOf(own == null ? OpenCalls.NOT_TIMED : own.notTimed())) {
                calls.countOk();
            }
        }
    }

    @Test
    void anyOtherStartCountsNothing() throws Exception {
        ThreadWithStripe.run(UntimedCallsTest::countByOtherStarts);
    }

    private static void countByOtherStarts() {
        UntimedCalls calls = new UntimedCalls();
        OpenCalls own = OpenCalls.ofCurrentThread();
        assertThat(calls.countOkOf(own.notTimed())).as("without counters").isFalse();
        calls.prepare();
        for (long start : new long[] {OpenCalls.NOT_TIMED, Long.MIN_VALUE, -1, 0, System.nanoTime(), Long.MAX_VALUE}) {
            assertThat(calls.countOkOf(start)).isFalse();
            assertThat(OpenCalls.isNotTimed(start)).isEqualTo(start == OpenCalls.NOT_TIMED);
        }
        assertThat(calls.sum(0)).isZero();
        assertThat(calls.countOkOf(own.notTimed())).isTrue();
        assertThat(OpenCalls.isNotTimed(own.notTimed())).isTrue();
        assertThat(calls.sum(0)).isOne();
    }
}
