package org.latencyprobes.counts;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UntimedCallsTest {

    private static final int THREADS = 8;
    private static final int CALLS = 200_000;

    /** With counters for each lane, without, and with both, as where they are made while threads count. */
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
}
