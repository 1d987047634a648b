package org.latencyprobes.internal.inflight;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

final class UnownedCallsTest {

    private static final int PLACES = 64;
    private static final long NEVER = Long.MIN_VALUE;
    private static final int LOCK = 3;
    private static final int SLEEP = 4;

    private final UnownedCalls calls = new UnownedCalls(PLACES);
    private final Thread own = Thread.currentThread();

    private List<Long> starts() {
        List<Long> starts = new ArrayList<>();
        calls.forEach((place, start) -> {
            assertThat(calls.thread(place)).isSameAs(own);
            starts.add(start);
        });
        return starts;
    }

    private void see(long wanted, int kind, long micros) {
        calls.forEach((place, start) -> {
            if (start == wanted) {
                calls.add(place, start, kind, micros);
            }
        });
    }

    private long[] looks(long start) {
        long[] looks = new long[UnownedCalls.LOOKS + 1];
        return calls.copy(own, start, looks, 1) ? looks : null;
    }

    @Test
    void callsInsideEachOtherAreNotedUntilTheyEnd() {
        calls.note(own, 10);
        calls.note(own, 20);
        assertThat(starts()).containsExactlyInAnyOrder(10L, 20L);
        calls.free(own, 20);
        assertThat(starts()).containsExactly(10L);
        calls.free(own, 10);
        assertThat(starts()).isEmpty();
    }

    @Test
    void theEndOfACallEndsThoseInsideItWhoseEndsDidNotCome() {
        calls.note(own, 10);
        calls.note(own, 20);
        calls.note(own, 30);
        calls.free(own, 20);
        assertThat(starts()).containsExactly(10L);
    }

    /** Its place is behind others that became free, of which one was left by a call inside it. */
    @Test
    void theEndOfACallFreesItsOwnPlaceWhereverItIs() {
        for (int start = 30; start >= 10; start -= 10) {
            calls.note(own, start);
        }
        calls.free(own, 30);
        calls.free(own, 20);
        assertThat(starts()).containsExactly(10L);
        calls.note(own, 40);
        calls.free(own, 10);
        assertThat(starts()).isEmpty();
    }

    @Test
    void aThreadHasAFewPlaces() {
        for (int start = 1; start <= 2 * UnownedCalls.TRIES; start++) {
            calls.note(own, start);
        }
        assertThat(starts()).hasSize(UnownedCalls.TRIES);
        calls.free(own, 2 * UnownedCalls.TRIES);
        assertThat(starts()).hasSize(UnownedCalls.TRIES);
        calls.free(own, 1);
        assertThat(starts()).isEmpty();
    }

    @Test
    void whatWasSeenIsOfThatCallAlone() {
        calls.note(own, 10);
        assertThat(looks(10)).isNull();
        see(10, LOCK, 2_000);
        see(10, LOCK, 3_000);
        see(10, SLEEP, 1L << 40);
        assertThat(looks(11)).isNull();
        long[] looks = Arrays.copyOfRange(looks(10), 1, 1 + UnownedCalls.LOOKS);
        assertThat(UnownedCalls.micros(looks, LOCK)).isEqualTo(5_000);
        assertThat(UnownedCalls.micros(looks, SLEEP)).isEqualTo(0xFFFF_FFFFL);
        assertThat(UnownedCalls.micros(looks, 0)).isZero();
        calls.free(own, 10);
        assertThat(looks(10)).isNull();
        calls.note(own, 40);
        assertThat(looks(40)).isNull();
    }

    @Test
    void aCallThatEndsMeanwhileIsNotStillInFlight() {
        calls.note(own, 10);
        calls.forEach((place, start) -> {
            Thread thread = calls.thread(place);
            assertThat(calls.isStill(place, thread, start)).isTrue();
            calls.free(own, 10);
            assertThat(calls.isStill(place, thread, start)).isFalse();
            calls.note(own, 20);
            assertThat(calls.isStill(place, thread, start)).isFalse();
        });
    }

    @Test
    void placesOfThreadsThatHaveEndedAreFreeAgain() throws InterruptedException {
        CountDownLatch over = new CountDownLatch(1);
        Thread other = new Thread(() -> {
            calls.note(Thread.currentThread(), 10);
            awaitQuietly(over);
        });
        other.start();
        while (other.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        calls.letGo(10, NEVER);
        assertThat(threads()).containsExactly(other); // held weakly by now
        over.countDown();
        other.join();
        calls.letGo(9, NEVER);
        assertThat(threads()).containsExactly(other);
        calls.letGo(10, NEVER);
        assertThat(threads()).isEmpty();
    }

    @Test
    void threadsOfCallsThatHaveEndedAreNotHeld() throws InterruptedException {
        WeakReference<Thread> ended = ended();
        calls.letGo(NEVER, NEVER);
        while (ended.get() != null) {
            System.gc();
            Thread.onSpinWait();
        }
        calls.note(own, 20);
        assertThat(starts()).containsExactly(20L);
    }

    /** As a constructor leaves one that throws. */
    @Test
    void aNoteWhoseEndNeverComesIsForgottenAndItsPlaceIsFreeAfterTheNextCall() {
        for (int start = 1; start <= UnownedCalls.TRIES; start++) {
            calls.note(own, start);
        }
        calls.letGo(100, UnownedCalls.TRIES - 1);
        assertThat(starts()).containsExactly((long) UnownedCalls.TRIES);
        calls.free(own, 50);
        calls.note(own, 50);
        assertThat(starts()).containsExactlyInAnyOrder((long) UnownedCalls.TRIES, 50L);
        calls.free(own, 50);
        assertThat(starts()).containsExactly((long) UnownedCalls.TRIES);
    }

    /** Where a thread that has ended was noted before, and is still held. */
    @Test
    void aPlaceThatIsJustBeingTakenIsNotFreed() throws InterruptedException {
        int[] at = new int[1];
        Thread other = new Thread(() -> {
            calls.note(Thread.currentThread(), 10);
            calls.forEach((place, start) -> at[0] = place);
            calls.free(Thread.currentThread(), 10);
        });
        other.start();
        other.join();
        assertThat(calls.claim(at[0], Long.MAX_VALUE)).isTrue();
        calls.letGo(10, NEVER);
        assertThat(calls.claim(at[0], 2)).isFalse();
    }

    private WeakReference<Thread> ended() throws InterruptedException {
        Thread other = new Thread(() -> {
            calls.note(Thread.currentThread(), 10);
            calls.free(Thread.currentThread(), 10);
        });
        other.start();
        other.join();
        return new WeakReference<>(other);
    }

    private List<Thread> threads() {
        List<Thread> threads = new ArrayList<>();
        calls.forEach((place, start) -> threads.add(calls.thread(place)));
        return threads;
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
