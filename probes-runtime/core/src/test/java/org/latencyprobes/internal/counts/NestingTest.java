package org.latencyprobes.internal.counts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.latencyprobes.internal.inflight.UnownedCalls;

class NestingTest {

    private final Counts outer = new Counts();
    private final Counts inner = apartFrom(outer);

    /** Which of two probes ended last inside a call is noted in one of few places, by the identity hash: two may share one. */
    private static Counts apartFrom(Counts other) {
        Counts made;
        do {
            made = new Counts();
        } while (((System.identityHashCode(made) ^ System.identityHashCode(other)) & OpenCalls.MOST_ENDED - 1) == 0);
        return made;
    }

    @Test
    void callsInsideAreCountedWithAndWithoutOwnBucket() throws Exception {
        ThreadWithStripe.run(() -> {
            callWith(25);
            outer.open(OwnedStripes.ofCurrent().number, Layout.indexOf(2_500));
            callWith(25);
        });
        OwnedStripes.releaseEnded();
        Nesting nesting = nesting(outer);
        assertThat(nesting.calls()).isEqualTo(2);
        assertThat(nesting.callsInside()).isEqualTo(50);
        assertThat(nesting.nanosInside()).isEqualTo(50 * 60);
        assertThat(nesting.insidePerCall()).isEqualTo(25);
        assertThat(nesting.measuringShare(50, 5)).isCloseTo(0.5, within(0.01));
        assertThat(nesting.measuringShare(500, 5)).isEqualTo(1);
        assertThat(nesting(inner).insidePerCall()).isZero();
        assertThat(nesting(inner).isKnown()).isTrue();
    }

    @Test
    @Tag("each-jdk")
    void virtualThreadsCallsAreUnknown() throws Exception {
        assumeTrue(Runtime.version().feature() >= 21, "there are no virtual threads before");
        Method start = Thread.class.getMethod("startVirtualThread", Runnable.class);
        Runnable calls = () -> {
            callWith(3);
            outer.record(2_500);
            outer.open(Stripes.stripeOf(Stripes.entryOf(Thread.currentThread())), Layout.indexOf(2_500));
            callWith(3);
            outer.record(2_500);
            outer.recordUnnested(2_500);
        };
        ((Thread) start.invoke(null, calls)).join();
        assertThat(outer.ownBuckets()).isEqualTo(1);
        assertThat(nesting(outer).unknown()).isEqualTo(5);
        assertThat(nesting(outer).isKnown()).isFalse();
        assertThat(nesting(outer).insidePerCall()).isZero();
        assertThat(nesting(outer).measuringShare(50, 5)).isZero();
    }

    /** Its place would be taken for as long as its thread lives. */
    @Test
    @Tag("each-jdk")
    void callThatBeganBeforeItsThreadHadAStripeIsNotedNoMore() throws Exception {
        assumeTrue(Runtime.version().feature() >= 19, "such calls are not noted before");
        UnownedCalls table = UnownedCalls.tend();
        try {
            ThreadWithStripe.run(() -> {
                UnownedCalls.begin(1_000);
                assertThat(notedStarts(table)).containsExactly(1_000L);
                outer.recordNested(2_500, 1_000);
                assertThat(notedStarts(table)).isEmpty();
            });
        } finally {
            UnownedCalls.close();
        }
    }

    private static List<Long> notedStarts(UnownedCalls table) {
        List<Long> starts = new ArrayList<>();
        table.forEach((place, start) -> {
            if (table.thread(place) == Thread.currentThread()) {
                starts.add(start);
            }
        });
        return starts;
    }

    @Test
    void unknownCallsAreLeftOutOfTheMean() throws Exception {
        ThreadWithStripe.run(() -> callWith(4));
        outer.recordUnnested(2_500);
        assertThat(nesting(outer).insidePerCall()).isEqualTo(4);
    }

    @Test
    void callsInsideThatAreCountedOnlyAreCountedWithAndWithoutOwnBucket() throws Exception {
        ThreadWithStripe.run(this::countInside);
        assertThat(nesting(outer).untimedInside()).isEqualTo(2 * 23 + 1);
        assertThat(nesting(outer).callsInside()).isEqualTo(2);
        assertThat(nesting(outer).insidePerCall()).isCloseTo(49 / 3.0, within(1e-9));
        assertThat(nesting(outer).timedInsidePerCall()).isCloseTo(2 / 3.0, within(1e-9));
        assertThat(nesting(outer).measuringShare(50, 5)).isCloseTo((2 * 50 + 47 * 5) / 7_500.0, within(0.001));
        assertThat(nesting(inner).hasInside()).isFalse();
    }

    private void countInside() {
        OpenCalls open = OpenCalls.ofCurrentThread();
        for (int call = 0; call < 2; call++) {
            open.noteCounted(1); // not inside
            begin(1_000);
            for (int i = 0; i < 23; i++) {
                open.noteCounted(1);
            }
            begin(1_001);
            inner.recordNested(60, 1_001);
            outer.recordNested(2_500, 1_000);
            outer.open(OwnedStripes.ofCurrent().number, Layout.indexOf(2_500));
        }
        begin(1_000);
        open.noteCounted(1);
        outer.recordNested(2_500, 1_000);
    }

    /** Three calls, each inside the one before, with another probe's call after the innermost, with and without a bucket of the stripe's own. */
    @Test
    void callsOfAProbeThatAreInsideItselfAreKnown() throws Exception {
        ThreadWithStripe.run(() -> {
            for (int round = 0; round < 2; round++) {
                long start = 1_000 * (round + 1);
                for (int depth = 0; depth < 3; depth++) {
                    begin(start + depth);
                }
                outer.recordNested(10, start + 2);
                begin(start + 3);
                inner.recordNested(60, start + 3);
                outer.recordNested(100, start + 1);
                outer.recordNested(2_500, start);
                outer.open(OwnedStripes.ofCurrent().number, Layout.indexOf(2_500));
            }
        });
        assertThat(nesting(outer).calls()).isEqualTo(6);
        assertThat(nesting(outer).withItself()).isEqualTo(4);
        assertThat(nesting(inner).withItself()).isZero();
    }

    @Test
    void callsAfterEachOtherAreNotInsideThemselves() throws Exception {
        ThreadWithStripe.run(() -> {
            callWith(3);
            begin(2_000);
            outer.recordNested(100, 2_000);
        });
        assertThat(nesting(outer).withItself()).isZero();
        assertThat(nesting(inner).withItself()).isZero();
    }

    @Test
    void aFewDelaysDoNotLowerTheShare() throws Exception {
        ThreadWithStripe.run(() -> {
            for (int call = 0; call < 100; call++) {
                callOf(call == 0 ? 1_000_000_000 : 2_500, 25);
            }
        });
        assertThat(nesting(outer).measuringShare(50, 5)).isCloseTo(0.5, within(0.01));
    }

    @Test
    void nothingIsKnownWithoutCalls() {
        assertThat(nesting(outer).isKnown()).isFalse();
        assertThat(nesting(outer).measuringShare(50, 5)).isZero();
    }

    private static Nesting nesting(Counts counts) {
        long[] snapshot = counts.snapshot();
        return Nesting.of(
                counts.count(),
                index -> Snapshot.nextUsed(snapshot, Snapshot.COUNTS + index) - Snapshot.COUNTS,
                index -> snapshot[Snapshot.COUNTS + index],
                new long[NestedTotals.LENGTH],
                counts.inside());
    }

    /** A call of 2.5 µs with so many calls of 60 ns inside it. */
    private void callWith(int calls) {
        callOf(2_500, calls);
    }

    private void callOf(long nanos, int calls) {
        long start = 1_000;
        begin(start);
        for (int i = 1; i <= calls; i++) {
            begin(start + i);
            inner.recordNested(60, start + i);
        }
        outer.recordNested(nanos, start);
    }

    private static void begin(long start) {
        OpenCalls open = OpenCalls.ofCurrentThread();
        if (open != null) {
            open.begin(start);
        }
    }
}
