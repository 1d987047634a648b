package org.latencyprobes.agent.clock;

import java.lang.instrument.Instrumentation;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.latencyprobes.agent.base.Log;
import org.latencyprobes.internal.thread.DaemonThread;

/**
 * The choice of the clock that all calls are timed by: the time-stamp counter where it passes its trial, {@link System#nanoTime} elsewhere.
 *
 * <p>The trial runs on a short-lived thread of the agent's while the first class is woven. Nothing is loaded for it before. The first call
 * site waits for its end, but no longer than two seconds: then the clock is {@link System#nanoTime}. The {@link RdtscClock}, if it is wanted,
 * comes after that and replaces it. Thread-safe.
 */
public class ClockChoice implements Supplier<Clock>, Runnable {

    private static final long LONGEST_WAIT_MILLIS = 2_000;

    private volatile ClockName wanted;
    private final Candidate candidate;
    private final Later later;
    private final CountDownLatch isMade = new CountDownLatch(1);
    private final AtomicReference<Chosen> chosen = new AtomicReference<>();
    private boolean isBegun;

    /** Why it is not the counter; null if it is, or is not wanted. */
    private record Chosen(Clock clock, String reason) {}

    /** A clock that may be chosen. */
    @FunctionalInterface
    public interface Candidate {

        /**
         * Begins to use the clock. Called once, by a thread of the agent's.
         *
         * @return the clock, not tried yet
         * @throws UnsupportedOperationException if there is none here; its message says why
         */
        Clock open();
    }

    /** A clock that takes too long to be waited for. */
    @FunctionalInterface
    interface Later {

        /**
         * Begins to use the clock, in place of another one. Called once, by a thread of the agent's.
         *
         * @param present the clock in use, whose readings this one goes on with
         * @return the clock, not tried yet
         * @throws UnsupportedOperationException if there is none here; its message says why
         */
        Clock open(Clock present);
    }

    /**
     * Prepares a choice of the clocks that there are.
     *
     * @param wanted what the user wants
     * @param instrumentation can open packages of the JDK's
     * @return no choice yet
     */
    public static ClockChoice of(ClockName wanted, Instrumentation instrumentation) {
        return new ClockChoice(
                wanted, new FlightRecorderClock(instrumentation), new RdtscClock.Opening(instrumentation));
    }

    /**
     * Prepares a choice.
     *
     * @param wanted what the user wants
     * @param candidate the clock that is tried
     */
    public ClockChoice(ClockName wanted, Candidate candidate) {
        this(wanted, candidate, null);
    }

    ClockChoice(ClockName wanted, Candidate candidate, Later later) {
        this.wanted = wanted;
        this.candidate = candidate;
        this.later = later;
    }

    /**
     * Has a user's wish followed: at the first probe or, if it is {@link ClockName#NANOTIME}, by the {@link ClockWatch}. From that clock
     * there is no way back to the counter.
     *
     * @param name what the user wants now
     */
    public final void want(ClockName name) {
        wanted = name;
    }

    ClockName wanted() {
        return wanted;
    }

    /** Begins the trial, at the first call, where there is to be one. Returns at once. */
    public final synchronized void begin() {
        if (isBegun) {
            return;
        }
        isBegun = true;
        if (wanted == ClockName.NANOTIME) {
            settle(new Chosen(new NanoTimeClock(), null));
            return;
        }
        try {
            DaemonThread.of("latency-probes-clock", this).start();
        } catch (OutOfMemoryError e) {
            settleWithout("the JVM has no thread to try the counter on");
        }
    }

    /** The trial. */
    @Override
    public final void run() {
        try {
            settle(tried(candidate.open()));
        } catch (UnsupportedOperationException e) {
            settleWithout(e.getMessage());
        } catch (RuntimeException | Error e) {
            settleWithout("this JVM does not give access to its counter: " + Log.describe(e));
        }
        if (wanted == ClockName.RDTSC && chosen.get().clock().name() == ClockName.NANOTIME) {
            openLater(chosen.get());
        }
    }

    /** Nobody waits for it: calls are timed by {@link System#nanoTime} meanwhile. */
    private void openLater(Chosen before) {
        String refusal;
        try {
            Clock counter = later.open(before.clock());
            refusal = refusal(counter);
            if (refusal == null) {
                chosen.compareAndSet(before, new Chosen(counter, null));
                return;
            }
        } catch (UnsupportedOperationException e) {
            refusal = e.getMessage();
        } catch (RuntimeException | Error e) {
            refusal = Log.describe(e);
        }
        chosen.compareAndSet(before, new Chosen(before.clock(), "rdtsc can't be had: " + refusal));
        Log.sayLater("clock=rdtsc cannot be followed, the clock is nanotime: " + refusal);
    }

    private Chosen tried(Clock counter) {
        String refusal = refusal(counter);
        return refusal == null ? new Chosen(counter, null) : new Chosen(new NanoTimeClock(), refusal);
    }

    /** Why the counter is not to be used, or null. */
    String refusal(Clock counter) {
        return ClockTrial.refusal(counter);
    }

    private void settleWithout(String reason) {
        settle(new Chosen(new NanoTimeClock(), reason));
    }

    private void settle(Chosen choice) {
        if (chosen.compareAndSet(null, choice)) {
            isMade.countDown();
            if (wanted == ClockName.TSC && choice.reason() != null) {
                Log.sayLater("clock=tsc cannot be followed, the clock is nanotime: " + choice.reason());
            }
        }
    }

    /**
     * The clock in use. Waits for the choice, which begins now at the latest.
     *
     * @return for as long as it is not left
     */
    @Override
    public final Clock get() {
        Chosen present = chosen.get();
        return present == null ? await() : present.clock();
    }

    private Clock await() {
        begin();
        if (!isMadeInTime()) {
            settleWithout("its trial took longer than " + LONGEST_WAIT_MILLIS / 1_000 + " s");
        }
        return chosen.get().clock();
    }

    /** The application's thread stays interrupted if it was. */
    private boolean isMadeInTime() {
        boolean wasInterrupted = false;
        try {
            long endNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(LONGEST_WAIT_MILLIS);
            while (true) {
                try {
                    return isMade.await(endNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
                } catch (InterruptedException e) {
                    wasInterrupted = true;
                }
            }
        } finally {
            if (wasInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /**
     * The clock in use, without a choice.
     *
     * @return null as long as none is made
     */
    public final Clock present() {
        Chosen present = chosen.get();
        return present == null ? null : present.clock();
    }

    /**
     * Why the clock is not the counter.
     *
     * @return null where it is, is not wanted, or is not chosen yet
     */
    public final String reason() {
        Chosen present = chosen.get();
        return present == null ? null : present.reason();
    }

    /** From the counter to {@link System#nanoTime}, for good. */
    void leave(String reason) {
        boolean isLate = chosen.get().clock().name() == ClockName.RDTSC;
        chosen.set(new Chosen(isLate ? new LateNanoTimeClock() : new NanoTimeClock(), reason));
    }
}
