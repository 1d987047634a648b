package org.latencyprobes.internal.counts;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@TestMethodOrder(MethodOrderer.Random.class) // those of the thread's own calls must not depend on what others left
class OpenCallsTest {

    private final OpenCalls calls = new OwnedStripe(Stripes.COUNT);
    private long now = 1;

    @Test
    void leafHasNothingInside() {
        calls.begin(10);
        assertThat(calls.end(10, 5)).isZero();
        assertThat(calls.insideNanos()).isZero();
    }

    @Test
    void callKnowsCallsInsideItAndTheirTimeOnce() {
        calls.begin(10);
        calls.begin(20);
        calls.begin(30);
        assertThat(calls.end(30, 5)).isZero();
        assertThat(calls.end(20, 20)).isEqualTo(1);
        assertThat(calls.insideNanos()).isEqualTo(5);
        calls.begin(50);
        assertThat(calls.end(50, 7)).isZero();
        assertThat(calls.end(10, 100)).isEqualTo(3);
        assertThat(calls.insideNanos()).isEqualTo(20 + 7);
    }

    @Test
    void callWhoseEndDoesNotComeIsInsideItsCaller() {
        calls.begin(10);
        calls.begin(20);
        calls.begin(30);
        calls.end(30, 5);
        assertThat(calls.end(10, 100)).isEqualTo(2);
        assertThat(calls.insideNanos()).isEqualTo(5);
    }

    @Test
    void callsWithoutEndAtTheTopDoNoHarm() {
        for (int i = 0; i < 10 * OpenCalls.MOST; i++) {
            calls.begin(++now);
        }
        callKnowsCallsInsideItAndTheirTimeOnce(1_000);
    }

    private void callKnowsCallsInsideItAndTheirTimeOnce(long base) {
        calls.begin(base);
        calls.begin(base + 1);
        calls.end(base + 1, 1);
        assertThat(calls.end(base, 10)).isEqualTo(1);
        assertThat(calls.insideNanos()).isEqualTo(1);
    }

    @Test
    void callThatBeganElsewhereIsUnknownAndTakesNothingFromOthers() {
        calls.begin(10);
        assertThat(calls.end(15, 3)).isEqualTo(OpenCalls.UNKNOWN);
        assertThat(calls.end(5, 3)).isEqualTo(OpenCalls.UNKNOWN);
        calls.begin(20);
        assertThat(calls.end(20, 3)).isZero();
    }

    @Test
    void callsOutsideOfDeepRecursionAreUnknownAndThoseInItKnown() {
        int depth = 3 * OpenCalls.MOST;
        for (int i = 0; i < depth; i++) {
            calls.begin(100 + i);
        }
        for (int i = depth - 1; i >= 0; i--) {
            int inside = depth - 1 - i;
            assertThat(calls.end(100 + i, 1)).isEqualTo(inside < OpenCalls.MOST ? inside : OpenCalls.UNKNOWN);
        }
        callKnowsCallsInsideItAndTheirTimeOnce(1_000);
    }

    /** Of each ten calls one has no end, as a constructor that throws. All tests run on one thread, which owns these. */
    @ParameterizedTest
    @ValueSource(ints = {1, 31, 32, 33, 40, 64, 65, 96, 1_000})
    void aThreadThatCalledDeeplyIsSeenAsBefore(int depth) {
        OpenCalls own = OpenCalls.ofCurrentThread();
        assertThat(own.starts()).isEmpty();
        for (int times = 0; times < 3; times++) {
            for (int i = 0; i < depth; i++) {
                own.begin(100 + i);
                assertThat(own.starts())
                        .hasSize(Math.min(i + 1, OpenCalls.MOST))
                        .startsWith(100 + i);
            }
            for (int i = depth - 1; i >= 0; i--) {
                if (i % 10 != 5) {
                    own.end(100 + i, 1);
                    assertThat(own.starts()).doesNotContain(100 + i);
                }
            }
            assertThat(own.starts()).isEmpty();
            assertThat(own.isAnyOpen()).isFalse();
            assertThat(own.countUntil(Long.MAX_VALUE)).isZero();
            assertThat(own.latestUntil(Long.MAX_VALUE)).isEqualTo(Long.MIN_VALUE);
            assertThat(own.earliestAfter(Long.MIN_VALUE)).isEqualTo(Long.MAX_VALUE);
        }
        own.begin(5_000);
        own.begin(6_000);
        assertThat(own.starts()).containsExactly(6_000, 5_000);
        assertThat(own.countUntil(5_000)).isOne();
        assertThat(own.earliestAfter(0)).isEqualTo(5_000);
        assertThat(own.end(6_000, 3)).isZero();
        assertThat(own.end(5_000, 8)).isOne();
        assertThat(own.selfNanos(8)).isEqualTo(5);
        assertThat(own.starts()).isEmpty();
    }

    @Test
    void callsAfterADeepRecursionAreKnownWhileItsOutermostIsOpen() {
        int depth = 2 * OpenCalls.MOST;
        for (int i = 0; i < depth; i++) {
            calls.begin(100 + i);
        }
        for (int i = depth - 1; i > 0; i--) {
            calls.end(100 + i, 1);
        }
        callKnowsCallsInsideItAndTheirTimeOnce(1_000);
        assertThat(calls.starts()).isEmpty();
        assertThat(calls.end(100, 10)).isEqualTo(OpenCalls.UNKNOWN);
        callKnowsCallsInsideItAndTheirTimeOnce(2_000);
    }

    @Test
    void callsThatRunUnseenAreInsideNone() {
        OpenCalls own = OpenCalls.ofCurrentThread();
        own.begin(10);
        OpenCalls.runUnseen(() -> {
            own.begin(20);
            own.noteCounted(3);
            own.noteUntimed();
            own.end(20, 100);
        });
        assertThat(own.end(10, 200)).isZero();
        assertThat(own.selfNanos(200)).isEqualTo(200);
        assertThat(own.countedInside()).isZero();
    }

    /** A random program beside a reference that keeps a frame for each call, and every note for good. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void randomProgramsAreKnownExactlyOrSaidToBeUnknown(long seed) {
        Program program = new Program(new Random(seed));
        for (int i = 0; i < 3_000; i++) {
            program.call(null, 0);
        }
        assertThat(program.known).isGreaterThan(10_000);
        assertThat(program.unknown).isPositive();
    }

    /** The truth about one call. */
    private static final class Frame {

        private long begun;
        private long endedNanos;
        private int notesAbove;
        private final int noteAt;

        Frame(int noteAt) {
            this.noteAt = noteAt;
        }
    }

    private final class Program {

        private static final int DEEPEST = 70;

        private final Random random;
        private final ArrayDeque<Frame> open = new ArrayDeque<>();
        private int notes;
        private long known;
        private long unknown;

        Program(Random random) {
            this.random = random;
        }

        /** A call that is timed, timed at its begin only, or not timed. */
        void call(Frame caller, int depth) {
            int kind = random.nextInt(10);
            if (kind == 0) {
                body(caller, depth); // off: what is inside is inside the caller
                return;
            }
            long start = ++now;
            int notesBefore = notes;
            calls.begin(start);
            notes++;
            Frame frame = new Frame(notes);
            open.push(frame);
            open.forEach(one -> one.notesAbove = Math.max(one.notesAbove, notes - one.noteAt));
            body(frame, depth);
            now += random.nextInt(3);
            long nanos = now - start;
            open.pop();
            boolean ends = kind != 1; // else a constructor that throws, or switched off meanwhile
            if (ends) {
                check(frame, calls.end(start, nanos));
                notes = notesBefore;
            }
            if (caller != null) {
                caller.begun += 1 + frame.begun;
                caller.endedNanos += ends && frame.notesAbove < OpenCalls.MOST ? nanos : frame.endedNanos;
            }
        }

        private void body(Frame frame, int depth) {
            now += random.nextInt(3);
            boolean recurses = depth > 3 && random.nextInt(3) > 0;
            int inside = depth == DEEPEST ? 0 : recurses ? 1 : random.nextInt(depth < 4 ? 4 : 2);
            for (int i = 0; i < inside; i++) {
                call(frame, depth + 1);
            }
        }

        private void check(Frame frame, long said) {
            if (frame.notesAbove >= OpenCalls.MOST) {
                assertThat(said).isEqualTo(OpenCalls.UNKNOWN);
                unknown++;
            } else {
                assertThat(said).isEqualTo(frame.begun);
                assertThat(calls.insideNanos()).isEqualTo(frame.endedNanos);
                known++;
            }
        }
    }

    @Test
    void anotherThreadSeesWhatIsOpenTheInnermostFirst() throws InterruptedException {
        assertThat(startsOf(Thread.currentThread())).isEmpty();
        Thread caller = Thread.currentThread();
        OpenCalls own = OpenCalls.ofCurrentThread();
        own.begin(10);
        own.begin(20);
        AtomicReference<long[]> seen = new AtomicReference<>();
        Thread other = new Thread(() -> seen.set(startsOf(caller)));
        other.start();
        other.join();
        assertThat(seen.get()).containsExactly(20, 10);
        for (int inside = 1; inside <= OpenCalls.MOST; inside++) {
            own.begin(20 + inside);
        }
        assertThat(startsOf(caller)).hasSize(OpenCalls.MOST).startsWith(20 + OpenCalls.MOST);
        for (int inside = OpenCalls.MOST; inside > 0; inside--) {
            own.end(20 + inside, 1);
        }
        own.end(20, 1);
        own.end(10, 1);
        assertThat(startsOf(caller)).isEmpty();
    }

    @Test
    void longCallsAreToldAndCountedByTheirStart() throws InterruptedException {
        Thread caller = Thread.currentThread();
        OpenCalls own = OpenCalls.ofCurrentThread();
        own.begin(10);
        own.begin(20);
        assertThat(own.countUntil(9)).isZero();
        assertThat(own.countUntil(10)).isOne();
        assertThat(own.countUntil(20)).isEqualTo(2);
        assertThat(own.latestUntil(9)).isEqualTo(Long.MIN_VALUE);
        assertThat(own.latestUntil(19)).isEqualTo(10);
        assertThat(own.latestUntil(20)).isEqualTo(20);
        assertThat(isTold(caller, 9, 0)).isFalse();
        assertThat(isTold(caller, 10, 0)).isTrue();
        assertThat(isTold(caller, 19, 10)).isFalse();
        assertThat(isTold(caller, 20, 10)).isTrue();
        own.end(20, 1);
        assertThat(own.countUntil(20)).isOne();
        own.end(10, 1);
        assertThat(isTold(caller, 20, 0)).isFalse();
    }

    private static boolean isTold(Thread thread, long latestStart, long since) throws InterruptedException {
        AtomicReference<Boolean> isTold = new AtomicReference<>(false);
        Thread other = new Thread(() -> OpenCalls.forEachLong(latestStart, since, (owner, open) -> {
            if (owner == thread) {
                isTold.set(true);
            }
        }));
        other.start();
        other.join();
        return isTold.get();
    }

    private static long[] startsOf(Thread thread) {
        AtomicReference<long[]> starts = new AtomicReference<>(new long[0]);
        OpenCalls.forEach((owner, open) -> {
            if (owner == thread) {
                starts.set(open.starts());
            }
        });
        return starts.get();
    }
}
