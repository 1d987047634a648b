package org.latencyprobes.agent.thread;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What becomes of the reading of threads where the JVM is out of memory. */
final class ThreadTimesMemoryTest {

    /** Looks of a minute. */
    private static final int MANY = 60_000;

    private int asked;
    private int failuresLeft;

    private final ThreadTimes times = new ThreadTimes(
            () -> {
                asked++;
                if (failuresLeft-- > 0) {
                    throw new OutOfMemoryError("Java heap space");
                }
                throw new IllegalStateException("the end of the test");
            },
            null);

    private void lookManyTimes() {
        for (int i = 0; i < MANY; i++) {
            times.tend(true);
            times.look(() -> 0);
        }
    }

    @Test
    void itIsGoneOnWithAfterAWhile() {
        failuresLeft = 3;
        lookManyTimes();
        assertThat(asked).isEqualTo(4);
    }

    @Test
    void itIsGivenUpWhereThatGoesOn() {
        failuresLeft = MANY;
        lookManyTimes();
        assertThat(asked).isEqualTo(10);
    }
}
