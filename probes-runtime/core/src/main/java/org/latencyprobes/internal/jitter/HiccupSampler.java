package org.latencyprobes.internal.jitter;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.latencyprobes.internal.probe.ProbeRecorder;

/**
 * A sampler of hiccups: of how much longer than asked a sleeping thread sleeps. Cheap enough for production.
 *
 * <p>A daemon thread parks for 1 ms at a time, or for as long as it is told, and records by how much it overslept into the jitter probe {@value #PROBE}. That
 * is the time in which a thread that wanted to run did not, for whatever reason (GC, safepoint, scheduler, host). The method is
 * jHiccup's (Gil Tene). Unlike jHiccup it subtracts nothing for the timer's own slack (some 50 µs on Linux) and adds no samples
 * for a stall's length: the histogram is raw, one sample a wake-up. Thread-safe.
 */
public final class HiccupSampler implements AutoCloseable {

    /** Name of the probe that the sampler records into. */
    public static final String PROBE = "jitter.hiccup";

    /**
     * Name of the probes that a listener records stalls into, one for each kind, which is their tag {@code kind}. The sampler itself
     * records none.
     */
    public static final String STALL_PROBE = "jitter.stall";

    /** How long the sampler sleeps between two samples, in ns, where nobody tells it otherwise. */
    public static final long PERIOD_NANOS = 1_000_000; // a constant, so that who reads it needs no such class

    private static final SleepListener NOBODY = new SleepListener() {};

    private final SamplerThread thread;

    private HiccupSampler(ProbeRecorder probe, LongSupplier period, SleepListener listener) {
        thread = new SamplerThread("latency-probes-hiccup", running -> {
            listener.begin();
            try {
                sample(probe, period, listener, running);
            } finally {
                listener.end();
            }
        });
    }

    private static void sample(
            ProbeRecorder probe, LongSupplier period, SleepListener listener, BooleanSupplier running) {
        while (running.getAsBoolean()) {
            sleep(probe, period.getAsLong(), listener, running);
        }
    }

    /** A method of its own, for the JIT: a loop that turns a hundred times a second is interpreted for ten minutes. */
    private static void sleep(ProbeRecorder probe, long periodNanos, SleepListener listener, BooleanSupplier running) {
        long startNanos = System.nanoTime();
        LockSupport.parkNanos(periodNanos);
        Thread.interrupted(); // or it would never sleep again
        long endNanos = System.nanoTime();
        if (running.getAsBoolean()) { // else it was woken to end
            probe.recordNanos(Math.max(0, endNanos - startNanos - periodNanos));
            listener.slept(periodNanos, startNanos, endNanos);
        }
    }

    /**
     * Starts a sampler. Its probe records nothing as long as the memory cap leaves no room for it.
     *
     * @return the running sampler
     */
    public static HiccupSampler start() {
        return start(() -> PERIOD_NANOS, NOBODY);
    }

    /**
     * Starts a sampler that sleeps for as long as it is told. Its probe records nothing as long as the memory cap leaves no room for it.
     *
     * @param period is asked before each sleep how long it is to be, in ns
     * @return the running sampler
     */
    public static HiccupSampler start(LongSupplier period) {
        return start(period, NOBODY);
    }

    /**
     * Starts a sampler that tells somebody of its sleeps. Its probe records nothing as long as the memory cap leaves no room for it.
     *
     * @param period is asked before each sleep how long it is to be, in ns
     * @param listener is told of each sleep
     * @return the running sampler
     */
    public static HiccupSampler start(LongSupplier period, SleepListener listener) {
        HiccupSampler sampler = new HiccupSampler(ProbeRecorder.jitter(PROBE), period, listener);
        sampler.thread.start();
        return sampler;
    }

    /** Stops the sampler and waits for its thread to end. */
    @Override
    public void close() {
        thread.end();
    }
}
