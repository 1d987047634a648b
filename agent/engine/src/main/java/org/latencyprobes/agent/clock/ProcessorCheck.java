package org.latencyprobes.agent.clock;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.latencyprobes.agent.base.ProgressTimeout;
import org.latencyprobes.internal.thread.DaemonThread;

/**
 * A check whether a clock goes on evenly from processor to processor. Threads that run at the same time hand their readings to each other,
 * and none may read less than it was handed. Between taking over a reading and the next one lies a {@link System#nanoTime}, which waits
 * for what is before it.
 *
 * <p>The JVM cannot choose processors. So there are as many threads as processors, up to a limit; they run side by side where the machine
 * lets them.
 */
class ProcessorCheck implements Runnable {

    private static final int MOST_THREADS = 32;
    private static final long LENGTH_NANOS = 1_000_000;
    private static final int LEAST_READINGS = 2_000;
    private static final long LONGEST_NANOS = 100_000_000;

    private final Clock clock;
    private final AtomicLong latest;
    private long mostBack;

    ProcessorCheck(Clock clock) {
        this.clock = clock;
        latest = new AtomicLong(clock.now());
    }

    /** By how much a processor was behind another one; 0 where none was. Threads that the JVM does not give are done without. */
    static long mostBackNanos(Clock clock) {
        ProcessorCheck check = new ProcessorCheck(clock);
        List<Thread> others = new ArrayList<>();
        try {
            for (int i = Math.min(MOST_THREADS, Runtime.getRuntime().availableProcessors()); i > 1; i--) {
                Thread other = DaemonThread.of("latency-probes-clock-" + i, check);
                other.start();
                others.add(other);
            }
        } catch (OutOfMemoryError noMoreThreads) {
            check.run();
        }
        check.run();
        for (Thread other : others) {
            ProgressTimeout.await(other, LONGEST_NANOS);
        }
        return clock.nanos(check.mostBack());
    }

    /** In ns, as {@link System#nanoTime}. */
    long timeNanos() {
        return System.nanoTime();
    }

    /**
     * On a busy machine the time may be over before the first reading, so there is a least number of them. The time is read before each of
     * these too, and so it is read first: without it the counter might be read before what is handed over is.
     */
    @Override
    public final void run() {
        long startNanos = timeNanos();
        long back = 0;
        long seen = latest.get();
        for (int i = 0; timeNanos() - startNanos < LENGTH_NANOS || i < LEAST_READINGS; i++) {
            long now = clock.now();
            if (now < seen) {
                back = Math.max(back, seen - now);
            } else {
                latest.compareAndSet(seen, now);
            }
            seen = latest.get();
        }
        raiseMostBack(back);
    }

    /** Without a lambda, whose linking the first probe would wait for. */
    private synchronized void raiseMostBack(long back) {
        mostBack = Math.max(mostBack, back);
    }

    private synchronized long mostBack() {
        return mostBack;
    }
}
