package org.latencyprobes.agent.thread;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.latencyprobes.agent.Await;
import org.latencyprobes.agent.clock.Clock;
import org.latencyprobes.agent.clock.NanoTimeClock;
import org.latencyprobes.agent.slow.CallLooks;
import org.latencyprobes.agent.slow.ThreadIds;
import org.latencyprobes.explain.Cause;
import org.latencyprobes.explain.Wait;
import org.latencyprobes.explain.WaitKind;
import org.latencyprobes.internal.inflight.UnownedCalls;

/** The calls are of threads that the table takes for ones without a stripe; looks are 2 ms apart. */
@Isolated // others close the table
@Tag("each-jdk")
final class UnownedLooksTest {

    private static final long FORGOTTEN = TimeUnit.MINUTES.toNanos(UnownedCalls.FORGOTTEN_MINUTES);
    private static final long LOOK_NANOS = 2_000_000;

    /** At this age one look of ten finds a call. */
    private static final long OLD_NANOS = 10 * TimeUnit.MILLISECONDS.toNanos(UnownedLooks.YOUNG_MILLIS);

    private final Clock clock = new NanoTimeClock();
    private final long start = clock.since() + 1;
    private final Thread holder = new Thread("holder");
    private final AtomicLong nowNanos = new AtomicLong(System.nanoTime());
    private final SynchronizerOwners holders = new SynchronizerOwners(any -> holder, ThreadIds::of, nowNanos::get);
    private WaitKind state;
    private long cpuNanos;
    private int timesRead;
    private final UnownedLooks looks = new UnownedLooks(null, any -> state, holders, this::cpu);
    private long ageNanos;

    private long cpu(long threadId) {
        timesRead++;
        return cpuNanos;
    }

    private void look() {
        ageNanos += LOOK_NANOS;
        looks.look(clock, start + ageNanos, 1, nowNanos.addAndGet(LOOK_NANOS));
    }

    @AfterEach
    void closeTable() {
        UnownedCalls.close();
    }

    /** The time-stamp counter's readings lie below all of its. */
    @Test
    void aCallThatBeganByTheClockBeforeIsForgottenNoSoonerThanOthers() {
        long before = clock.since() - (1L << 62);
        assertThat(UnownedLooks.forgottenStart(clock, clock.since() + FORGOTTEN - 1, 1))
                .isLessThan(before);
        assertThat(UnownedLooks.forgottenStart(clock, clock.since() + FORGOTTEN, 1))
                .isEqualTo(clock.since());
    }

    private static void makeTable() {
        assumeTrue(Runtime.version().feature() >= 19, "such calls are not noted before");
        UnownedCalls.tend();
    }

    @Test
    void theHolderOfALockIsToldForAllOfTheTimeHoweverRareLooksGet() throws InterruptedException {
        makeTable();
        ReentrantLock lock = new ReentrantLock();
        lock.lock();
        Thread waiter = new Thread(() -> {
            UnownedCalls.begin(start);
            lock.lock();
            lock.unlock();
        });
        waiter.setDaemon(true);
        waiter.start();
        Await.patiently().until(() -> LockSupport.getBlocker(waiter) != null);
        state = WaitKind.LOCK;
        long firstNanos = nowNanos.get() + LOOK_NANOS;
        while (ageNanos < OLD_NANOS) {
            look();
        }
        assertThat(holders.of(ThreadIds.of(waiter), firstNanos, nowNanos.get()))
                .singleElement()
                .matches(wait -> wait.holder().name().equals("holder"))
                .extracting(Wait::nanos)
                .satisfies(nanos -> assertThat(nanos).isGreaterThan(OLD_NANOS / 2));
        lock.unlock();
        waiter.join();
    }

    @Test
    void whatItTookIsGivenBackAndMadeAnew() {
        makeTable();
        UnownedCalls.begin(start);
        look();
        assertThat(looks.places()).isEqualTo(UnownedCalls.present().places());
        looks.forget();
        assertThat(looks.places()).isZero();
        look();
        assertThat(looks.places()).isEqualTo(UnownedCalls.present().places());
        UnownedCalls.end(start);
    }

    private static long micros(long[] seen, Cause cause) {
        return UnownedCalls.micros(seen, CallLooks.kind(cause));
    }

    private long[] seen() {
        long[] seen = new long[UnownedCalls.LOOKS];
        UnownedCalls.copyLooks(start, seen, 0);
        return seen;
    }

    /** The carrier has no CPU at the moment of a look, as where the sampler takes it, and ran all the time between two. */
    @Test
    void aLookAtAnOldCallThatRunsIsToldAtOnceAndCorrectedByTheNext() {
        makeTable();
        UnownedCalls.begin(start);
        ageNanos = OLD_NANOS;
        while (timesRead == 0) {
            look();
        }
        long stands = micros(seen(), Cause.UNKNOWN);
        assertThat(stands).isPositive();
        assertThat(micros(seen(), Cause.ON_CPU)).isZero();
        cpuNanos += TimeUnit.HOURS.toNanos(1);
        look();
        assertThat(micros(seen(), Cause.ON_CPU)).isGreaterThanOrEqualTo(stands);
        assertThat(micros(seen(), Cause.UNKNOWN)).isZero();
        UnownedCalls.end(start);
    }
}
