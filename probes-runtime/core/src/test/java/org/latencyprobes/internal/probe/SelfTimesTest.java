package org.latencyprobes.internal.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.reflect.Method;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.latencyprobes.call.Outcome;
import org.latencyprobes.histogram.Interval;
import org.latencyprobes.histogram.IntervalReader;
import org.latencyprobes.internal.counts.OpenCalls;
import org.latencyprobes.internal.counts.ThreadWithStripe;

class SelfTimesTest {

    private static final double BUCKET = 0.008;

    private ProbeRecorder outer;
    private ProbeRecorder inner;

    @BeforeEach
    void makeProbes(TestInfo test) {
        outer = ProbeRecorder.named(test.getDisplayName() + " outer");
        inner = ProbeRecorder.named(test.getDisplayName() + " inner");
        assertThat(outer.self().open()).isTrue();
        assertThat(inner.self().open()).isTrue();
    }

    private static void begin(long start) {
        OpenCalls calls = OpenCalls.ofCurrentThread();
        if (calls != null) {
            calls.begin(start);
        }
    }

    private static void end(ProbeRecorder probe, long start, long nanos, Outcome outcome) {
        probe.sampleNested(nanos, start, outcome);
        probe.self().sample(nanos, outcome);
    }

    private static Interval self(ProbeRecorder probe, String outcome) {
        return new IntervalReader()
                .total().stream()
                        .filter(interval -> interval.name().equals(probe.name())
                                && interval.outcome().equals(outcome))
                        .findFirst()
                        .orElseThrow();
    }

    private static double totalNanos(Interval interval) {
        return interval.histogram().getMean() * interval.timed();
    }

    @Test
    void isTheDurationLessThatOfProbedCallsInside() throws Exception {
        ThreadWithStripe.run(() -> {
            begin(1_000);
            begin(1_100);
            begin(1_200);
            end(inner, 1_200, 500, Outcome.OK);
            end(inner, 1_100, 800, Outcome.OK);
            end(outer, 1_000, 2_500, Outcome.ERROR);
        });
        Interval self = self(outer, "error self");
        assertThat(self.kind()).isEqualTo("self");
        assertThat(self.isCalls()).isFalse();
        assertThat(totalNanos(self)).isCloseTo(1_700, within(1_700 * BUCKET));
        assertThat(totalNanos(self(inner, "ok self"))).isCloseTo(800, within(800 * BUCKET));
        assertThat(totalNanos(self(outer, "error"))).as("raw stays raw").isCloseTo(2_500, within(2_500 * BUCKET));
        assertThat(self.tag()).endsWith(";error%20self");
    }

    @Test
    void recursionCountsOnce() throws Exception {
        ThreadWithStripe.run(() -> {
            for (int level = 0; level < 3; level++) {
                begin(1_000 + level);
            }
            for (int level = 2; level >= 0; level--) {
                end(outer, 1_000 + level, 1_000 * (3 - level), Outcome.OK);
            }
        });
        Interval self = self(outer, "ok self");
        assertThat(self.count()).isEqualTo(3);
        assertThat(totalNanos(self)).isCloseTo(3_000, within(3_000 * BUCKET));
    }

    @Test
    void whatHasNoEndStaysWithItsCaller() throws Exception {
        ThreadWithStripe.run(() -> {
            begin(1_000);
            begin(1_001); // a constructor that throws
            begin(1_002);
            end(inner, 1_002, 500, Outcome.OK);
            end(outer, 1_000, 2_500, Outcome.OK);
        });
        assertThat(totalNanos(self(outer, "ok self"))).isCloseTo(2_000, within(2_000 * BUCKET));
    }

    @Test
    void callsInsideThatAreNotTimedMakeItUnknown() throws Exception {
        ThreadWithStripe.run(() -> {
            begin(1_000);
            OpenCalls.ofCurrentThread().noteUntimed();
            end(outer, 1_000, 2_500, Outcome.OK);
            begin(2_000);
            end(outer, 2_000, 2_500, Outcome.OK);
        });
        Interval self = self(outer, "ok self");
        assertThat(self.count()).isEqualTo(2);
        assertThat(self.timed()).isEqualTo(1);
        assertThat(self.isUniform()).isFalse();
    }

    @Test
    @Tag("each-jdk")
    void ofVirtualThreadsAndOfWhatCompletesLaterItIsUnknownAndCounted() throws Exception {
        outer.sampleUnnested(2_500, Outcome.OK);
        assertThat(self(outer, "ok self").untimed()).isEqualTo(1);
        assumeTrue(Runtime.version().feature() >= 21, "there are no virtual threads before");
        Method start = Thread.class.getMethod("startVirtualThread", Runnable.class);
        ((Thread) start.invoke(null, (Runnable) () -> end(outer, 1_000, 2_500, Outcome.OK))).join();
        assertThat(self(outer, "ok self").untimed()).isEqualTo(2);
        assertThat(self(outer, "ok self").timed()).isZero();
    }

    @Test
    void nothingIsThereUnlessItIsWanted() {
        ProbeRecorder plain = ProbeRecorder.named("plain");
        begin(1_000);
        end(plain, 1_000, 2_500, Outcome.OK);
        assertThat(new IntervalReader().total())
                .filteredOn(interval -> interval.name().equals("plain"))
                .singleElement()
                .matches(Interval::isCalls);
    }
}
