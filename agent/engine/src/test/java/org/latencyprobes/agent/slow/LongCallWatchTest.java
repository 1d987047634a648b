package org.latencyprobes.agent.slow;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.ThreadWithStripe;
import org.latencyprobes.agent.clock.TestClock;

final class LongCallWatchTest {

    private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long LIMIT = 10 * MILLI;
    private static final long TICKS_PER_SECOND = 1_000_000_000;

    /** Far above what other tests in this JVM use. */
    private long nanos = Long.MAX_VALUE / 2;

    private int woken;
    private final LongCallWatch watch = new LongCallWatch(
            () -> new TestClock(TICKS_PER_SECOND, TICKS_PER_SECOND, any -> nanos), () -> nanos, () -> woken++);

    private void lookAfter(long laterNanos) {
        nanos += laterNanos;
        watch.look();
    }

    @Test
    void eachCallThatPassesTheLimitWakesOnce() throws Exception {
        follow();
        ThreadWithStripe.run(open -> {
            open.begin(nanos);
            lookAfter(LIMIT - 1);
            assertThat(woken).as("not yet as long").isZero();
            lookAfter(LIMIT);
            assertThat(woken).isEqualTo(1);
            open.begin(nanos);
            lookAfter(LIMIT - 1);
            lookAfter(3 * LIMIT);
            assertThat(woken).as("the call inside it, later").isEqualTo(2);
            lookAfter(100 * LIMIT);
            assertThat(woken).as("both stay in flight").isEqualTo(2);
        });
    }

    /** Calls that other tests have open wake at the first look. */
    private void follow() {
        watch.follow(LIMIT, nanos);
        lookAfter(LIMIT);
        lookAfter(10 * LIMIT);
        woken = 0;
    }

    @Test
    void afterAStackThoseThatStillWaitForOneWakeAgain() throws Exception {
        follow();
        ThreadWithStripe.run(open -> {
            open.begin(nanos);
            lookAfter(2 * LIMIT);
            assertThat(woken).isEqualTo(1);
            watch.follow(LIMIT, nanos + 100 * MILLI);
            lookAfter(50 * MILLI);
            assertThat(woken).isEqualTo(1);
            lookAfter(50 * MILLI);
            lookAfter(50 * MILLI);
            assertThat(woken).isEqualTo(2);
        });
    }

    @Test
    void withoutStacksNothingWakes() throws Exception {
        follow();
        watch.followNoStacks();
        ThreadWithStripe.run(open -> {
            open.begin(nanos);
            lookAfter(10 * LIMIT);
            assertThat(woken).isZero();
        });
    }
}
