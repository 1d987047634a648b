package org.latencyprobes.internal.jitter;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BooleanSupplier;
import org.latencyprobes.internal.probe.ProbeRecorder;

/**
 * A sampler of OS jitter: of gaps in the life of a thread that does nothing but read the clock. For benchmark rigs: it takes a
 * whole core.
 *
 * <p>A daemon thread spins on {@link System#nanoTime()}. It records each gap between two reads that is longer than a threshold
 * into the jitter probe {@value #PROBE}. The method is that of JLBH (chronicle) and of Gil Tene's earlier tools. Thread-safe.
 */
public final class OsJitterSampler implements AutoCloseable {

    /** Name of the probe that the sampler records into. */
    public static final String PROBE = "jitter.os";

    /** The CPU number that means any CPU. */
    public static final int NOT_PINNED = -1;

    private final CompletableFuture<Void> pinned = new CompletableFuture<>();
    private final ProbeRecorder probe;
    private final long thresholdNanos;
    private final SamplerThread thread;

    private OsJitterSampler(ProbeRecorder probe, long thresholdNanos, int cpu) {
        this.probe = probe;
        this.thresholdNanos = thresholdNanos;
        this.thread = new SamplerThread("latency-probes-os-jitter", running -> {
            if (pin(cpu)) {
                spin(running);
            }
        });
    }

    /**
     * Starts a sampler. Its probe records nothing as long as the memory cap leaves no room for it.
     *
     * @param thresholdNanos the shortest gap to be recorded, in ns, above 0
     * @param cpu the CPU to pin the thread to (Linux), or {@link #NOT_PINNED}
     * @return the running sampler
     * @throws IllegalArgumentException if the threshold is not above 0
     * @throws IllegalStateException if the thread could not be pinned
     */
    public static OsJitterSampler start(long thresholdNanos, int cpu) {
        if (thresholdNanos <= 0) {
            throw new IllegalArgumentException("the jitter threshold must be above 0 ns, not " + thresholdNanos);
        }
        OsJitterSampler sampler = new OsJitterSampler(ProbeRecorder.jitter(PROBE), thresholdNanos, cpu);
        sampler.thread.start();
        try {
            sampler.pinned.join();
        } catch (CompletionException e) {
            throw new IllegalStateException(e.getCause().getMessage(), e.getCause());
        }
        return sampler;
    }

    private boolean pin(int cpu) {
        try {
            if (cpu != NOT_PINNED) {
                Cpu.pinThisThreadTo(cpu);
            }
            return pinned.complete(null);
        } catch (RuntimeException e) {
            pinned.completeExceptionally(e);
            return false;
        }
    }

    private void spin(BooleanSupplier running) {
        long lastNanos = System.nanoTime();
        while (running.getAsBoolean()) {
            long nowNanos = System.nanoTime();
            if (nowNanos - lastNanos > thresholdNanos) {
                probe.recordNanos(nowNanos - lastNanos);
                nowNanos = System.nanoTime(); // what recording took is not jitter
            }
            lastNanos = nowNanos;
        }
    }

    /** Stops the sampler and waits for its thread to end. */
    @Override
    public void close() {
        thread.end();
    }
}
