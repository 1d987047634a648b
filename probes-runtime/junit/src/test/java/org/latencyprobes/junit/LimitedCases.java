package org.latencyprobes.junit;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.latencyprobes.call.Outcome;
import org.latencyprobes.internal.jitter.HiccupSampler;
import org.latencyprobes.internal.probe.ProbeRecorder;

/** Tests that {@link LatencyLimitTest} has JUnit run. Some fail, so the build does not run them by themselves. */
class LimitedCases {

    private static final ProbeRecorder PRICE = ProbeRecorder.named("price");

    @Test
    @LatencyLimit(probe = "price", p50 = "1us", p99 = "20us")
    @LatencyLimit(probe = "price", max = "5ms")
    void kept() {
        record(990, 1_000);
        record(10, 4_000_000);
    }

    @Test
    @LatencyLimit(probe = "price", p50 = "1us", p99 = "20us", max = "3ms")
    void exceeded() {
        record(980, 1_000);
        record(20, 4_000_000);
    }

    @Test
    @LatencyLimit(probe = "price", p50 = "1us", jitter = "100ms")
    void exceededWithJitter() {
        record(100, 4_000);
        for (int i = 0; i < 100; i++) { // more, and longer, than what the machine itself may add meanwhile
            ProbeRecorder.jitter(HiccupSampler.PROBE).recordNanos(TimeUnit.HOURS.toNanos(1));
        }
    }

    @Test
    @LatencyLimit(probe = "price", p99 = "1us")
    void tooFewCalls() {
        record(999, 1_000);
    }

    @Test
    @LatencyLimit(probe = "prices", p99 = "1us")
    void anotherProbe() {
        record(1_000, 1_000);
    }

    @Test
    @LatencyLimit(probe = "price", p99 = "1 us")
    void noDuration() {}

    @Test
    @LatencyLimit(probe = "price")
    void noLimit() {}

    @Test
    @LatencyLimit(probe = "price", p99 = "1us")
    void failsByItself() {
        throw new IllegalStateException("by itself");
    }

    @LatencyLimit(probe = "price", max = "5us")
    static class OfItsClass {

        @Test
        void exact() {
            record(1, 5_001);
        }

        @Nested
        class Inner {

            @Test
            void nested() {
                record(1, 5_001);
            }
        }
    }

    private static void record(int calls, long nanos) {
        for (int call = 0; call < calls; call++) {
            PRICE.recordNanos(nanos, call % 2 == 0 ? Outcome.OK : Outcome.ERROR);
        }
    }
}
