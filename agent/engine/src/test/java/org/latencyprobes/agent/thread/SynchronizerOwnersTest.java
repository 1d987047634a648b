package org.latencyprobes.agent.thread;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.AbstractOwnableSynchronizer;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.Await;
import org.latencyprobes.explain.Wait;
import org.latencyprobes.explain.WaitKind;
import org.latencyprobes.internal.counts.MemoryCap;

final class SynchronizerOwnersTest {

    private static final long LOOK_NANOS = 2_000_000;
    private static final long WAITER = 7;
    private static final long HALF = ThreadTimes.LONGEST_LOOK_NANOS / 2;

    private final ReentrantLock lock = new ReentrantLock();
    private final Thread odd = new Thread("odd");
    private final Thread even = new Thread("even");
    private Thread owner = odd;
    private long nowNanos = -5;
    private Runnable meanwhile = () -> {};
    private final SynchronizerOwners holders = new SynchronizerOwners(any -> owner, this::id, () -> nowNanos);
    private Thread waiter;

    private long id(Thread thread) {
        meanwhile.run();
        return thread.getId();
    }

    private void waitFor(Runnable wait) {
        lock.lock();
        waiter = new Thread(wait);
        waiter.start();
        Await.patiently().until(() -> LockSupport.getBlocker(waiter) != null);
    }

    @AfterEach
    void end() {
        lock.unlock();
        waiter.interrupt();
    }

    private void look(Thread present) {
        lookAfter(1, present);
    }

    private void lookAfter(int looks, Thread present) {
        owner = present;
        nowNanos += looks * LOOK_NANOS;
        holders.look(waiter, WAITER, nowNanos - looks * LOOK_NANOS);
    }

    private List<Wait> all() {
        return holders.of(WAITER, nowNanos - (1L << 40), nowNanos + 2 * LOOK_NANOS);
    }

    private void waitForTheLock() {
        waitFor(() -> {
            lock.lock();
            lock.unlock();
        });
    }

    @Test
    void eachOwnerIsToldWithTheTimeThatLooksSawIt() {
        waitForTheLock();
        look(odd);
        look(odd);
        look(even);
        assertThat(all())
                .extracting(wait -> wait.holder().name(), Wait::nanos)
                .containsExactly(tuple("odd", 2 * LOOK_NANOS), tuple("even", LOOK_NANOS));
        assertThat(all())
                .allMatch(wait -> wait.kind() == WaitKind.LOCK
                        && wait.threadId() == WAITER
                        && wait.detail().equals("ReentrantLock$NonfairSync"));
    }

    @Test
    void aTimeInWhichTheThreadWasNotSeenWaitingIsNoHolders() {
        waitForTheLock();
        look(odd);
        nowNanos += 10 * LOOK_NANOS;
        look(odd);
        assertThat(all()).extracting(Wait::nanos).containsExactly(LOOK_NANOS, LOOK_NANOS);
    }

    /** Looks at old calls are rare, and so are all while the sampler has no CPU. */
    @Test
    void eachOfTwoLooksStandsForHalfOfTheTimeBetweenThem() {
        waitForTheLock();
        look(odd);
        lookAfter(20, odd);
        lookAfter(10, even);
        assertThat(all())
                .extracting(wait -> wait.holder().name(), Wait::nanos)
                .containsExactly(
                        tuple("odd", (20 + 5) * LOOK_NANOS + LOOK_NANOS / 2), tuple("even", 5 * LOOK_NANOS + HALF));
    }

    @Test
    void whatNobodySawBeforeTheFirstLookHasNoHolder() {
        waitForTheLock();
        lookAfter(20, odd);
        assertThat(all()).extracting(Wait::nanos).containsExactly(2 * HALF);
    }

    @Test
    void theMemoryIsCounted() {
        waitForTheLock();
        long beforeBytes = MemoryCap.usedBytes();
        look(odd);
        assertThat(MemoryCap.usedBytes() - beforeBytes).isGreaterThan(64 * SynchronizerOwners.LEAST_RUNS);
    }

    @Test
    void itIsGivenBackWithWhatWasSeenAndMadeAnew() {
        waitForTheLock();
        long beforeBytes = MemoryCap.usedBytes();
        look(odd);
        long halfBytes = (MemoryCap.usedBytes() - beforeBytes) / 2; // others may use some, too
        holders.forget();
        assertThat(MemoryCap.usedBytes() - beforeBytes).isLessThan(halfBytes);
        assertThat(all()).isEmpty();
        look(even);
        assertThat(MemoryCap.usedBytes() - beforeBytes).isGreaterThan(halfBytes);
        assertThat(all()).extracting(wait -> wait.holder().name()).containsExactly("even");
    }

    @Test
    void whereItIsNotFreeAtOnceWhoReadsGivesItBack() {
        waitForTheLock();
        meanwhile = () -> CompletableFuture.runAsync(holders::forget).join();
        look(odd);
        assertThat(all()).hasSize(1);
        assertThat(all()).isEmpty();
    }

    /** A look that was late stands for more than lies before one that finds the thread waiting for something else. */
    @Test
    void noTimeIsThatOfTwoHolders() {
        waitForTheLock();
        lookAfter(20, odd);
        nowNanos += HALF / 2; // a look that does not see it wait
        lookAfter(1, even);
        assertThat(all()).hasSize(2);
        assertThat(all().get(0).endNanos()).isEqualTo(all().get(1).startNanos());
        assertThat(all()).extracting(Wait::nanos).containsExactly(HALF + HALF / 2 + LOOK_NANOS / 2, LOOK_NANOS);
    }

    @Test
    void anotherCallAndAnotherThreadHaveNone() {
        waitForTheLock();
        long beforeNanos = nowNanos;
        look(odd);
        assertThat(holders.of(WAITER, beforeNanos, nowNanos - 1)).isEmpty();
        assertThat(holders.of(WAITER + 1, beforeNanos, nowNanos + 1)).isEmpty();
        assertThat(holders.of(WAITER, nowNanos, nowNanos + 1)).hasSize(1);
    }

    @Test
    void aLockThatNobodyHasAndTheWaiterItselfAreNotNamed() {
        waitForTheLock();
        look(null);
        look(waiter);
        assertThat(all()).hasSize(1).allMatch(wait -> wait.holder().name().isEmpty() && wait.nanos() > 0);
    }

    @Test
    void aSemaphoreHasNoHolder() {
        waitFor(() -> new Semaphore(0).acquireUninterruptibly());
        look(null);
        assertThat(all()).isEmpty();
    }

    @Test
    void norHasWhatIsNoSynchronizer() {
        waitFor(() -> LockSupport.park(this));
        look(odd);
        assertThat(all()).isEmpty();
    }

    /** A class of the application's, which the JDK knows nothing of. */
    private static final class OwnLock extends AbstractOwnableSynchronizer {
        private static final long serialVersionUID = 1;
    }

    @Test
    void aLockOfTheApplicationIsAParkAndHasOneWhereItSaysSo() {
        OwnLock own = new OwnLock();
        waitFor(() -> LockSupport.park(own));
        look(null);
        look(even);
        assertThat(all())
                .extracting(Wait::kind, wait -> wait.holder().name())
                .containsExactly(tuple(WaitKind.PARK, "even"));
    }

    @Test
    void ofVeryManyTheOldestGoAndAPartIsTold() {
        waitForTheLock();
        for (int i = 0; i < 2 * SynchronizerOwners.LEAST_RUNS; i++) {
            look(i % 2 == 0 ? odd : even);
        }
        assertThat(all()).hasSize(SynchronizerOwners.MOST_TOLD);
        assertThat(all().get(0).startNanos())
                .isGreaterThan(nowNanos - (SynchronizerOwners.LEAST_RUNS + 1) * LOOK_NANOS);
    }

    /** As where many threads wait for a lock that goes on at once. */
    @Test
    void whereVeryManyComeInAShortTimeMoreAreKept() {
        waitForTheLock();
        for (int i = 0; i < 2 * SynchronizerOwners.MOST_RUNS; i++) {
            nowNanos++;
            owner = i % 2 == 0 ? odd : even;
            holders.look(waiter, WAITER, nowNanos);
        }
        long agoNanos = nowNanos - SynchronizerOwners.MOST_RUNS + 1;
        assertThat(holders.of(WAITER, agoNanos, agoNanos)).hasSize(1);
    }

    @Test
    void aLookThatTookLongSaysNothing() {
        SynchronizerOwners slow = new SynchronizerOwners(any -> odd, Thread::getId, () -> nowNanos += LOOK_NANOS);
        waitForTheLock();
        slow.look(waiter, WAITER, nowNanos);
        assertThat(slow.of(WAITER, 0, nowNanos)).isEmpty();
    }
}
