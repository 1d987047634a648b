package org.latencyprobes.internal.counts;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * The memory that the counters of this copy of the runtime may take, and that its readers keep.
 *
 * <p>New probes are refused above three quarters of the cap; the rest is left for the present ones to grow into. At the cap
 * nothing grows. A sample whose bucket is missing, or whose small counter is full, then goes to the few overflow slots of its counters; where these are taken, it is
 * counted as unplaced. Thread-safe.
 */
public final class MemoryCap {

    /** The default cap, in bytes: 64 MiB, or an eighth of the maximal heap where that is less. */
    public static final long DEFAULT_CAP_BYTES =
            Math.min(64L << 20, Runtime.getRuntime().maxMemory() / 8);

    private static final AtomicLong USED_BYTES = new AtomicLong();
    private static final AtomicBoolean SAID = new AtomicBoolean();
    private static volatile long capBytes = DEFAULT_CAP_BYTES;
    private static volatile Runnable whenRaised;
    private static volatile Consumer<String> warnings;

    private MemoryCap() {}

    /**
     * Sets the cap. What is in use stays. Probes that were refused get their counters before this returns, as far as there is room now.
     *
     * @param bytes the new cap, in bytes, 0 or more
     */
    public static void cap(long bytes) {
        capBytes = bytes;
        SAID.set(false);
        Runnable action = whenRaised;
        if (action != null) {
            action.run();
        }
    }

    /**
     * Sets the action that follows each change of the cap: it gives room to the probes that had none.
     *
     * @param action thread-safe; there is one, of the holder of this copy's probes
     */
    public static void whenRaised(Runnable action) {
        whenRaised = action;
    }

    /**
     * Sets the receiver of warnings that a probe was refused. By default they go to standard error.
     *
     * @param where takes one line at a time, on any thread
     */
    public static void warnTo(Consumer<String> where) {
        warnings = where;
    }

    /**
     * Warns that a probe was refused: once, and once more after each change of the cap. It may wait for standard error, so the caller must
     * hold no lock of ours.
     *
     * @param probe its name
     */
    public static void warn(String probe) {
        if (SAID.get() || SAID.getAndSet(true)) {
            return;
        }
        String warning = "the memory for probes is used up, so \"" + probe
                + "\" records nothing, nor do others that are"
                + " new; probes may take " + (capBytes >> 10) + " KiB in this JVM and take " + (usedBytes() >> 10)
                + " KiB, the last quarter being reserved for present ones; raise the cap (agent option memory) to have more;"
                + " said once: status and the report at exit say how many";
        Consumer<String> where = warnings;
        if (where == null) {
            System.err.println("latency-probes: " + warning);
        } else {
            where.accept(warning);
        }
    }

    /**
     * The cap in force.
     *
     * @return bytes
     */
    public static long capBytes() {
        return capBytes;
    }

    /**
     * The memory that all counters, their spares and all readers take now.
     *
     * @return bytes
     */
    public static long usedBytes() {
        return USED_BYTES.get();
    }

    /**
     * Reserves memory for a new probe.
     *
     * @param bytes the probe's memory before it holds a sample
     * @return false if there is none: nothing was reserved and the probe is to be refused
     */
    public static boolean reserve(long bytes) {
        return take(bytes, 3);
    }

    /**
     * Makes arrays in advance for counters to grow into, up to the cap, and frees the stripes of ended threads. Allocates. The agent's thread calls it now and then;
     * making a probe and reading one call it too.
     */
    public static void stock() {
        KeptMemory.giveBack();
        OwnedStripes.releaseEnded();
        Spares.SMALL_BUCKETS.refill();
        Spares.BUCKETS.refill();
        Spares.STRIPE_BUCKETS.refill();
        Spares.TABLES.refill();
    }

    static void release(long bytes) {
        USED_BYTES.addAndGet(-bytes);
    }

    /** Reserves memory if no more than so many quarters of the cap are then used. */
    static boolean take(long bytes, int quartersOfCap) {
        long cap = capBytes;
        long limit = cap - cap / 4 * (4 - quartersOfCap);
        long used = USED_BYTES.get();
        while (used + bytes <= limit) {
            if (USED_BYTES.compareAndSet(used, used + bytes)) {
                return true;
            }
            used = USED_BYTES.get();
        }
        return false;
    }
}
