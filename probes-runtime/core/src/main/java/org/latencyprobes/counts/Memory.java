package org.latencyprobes.counts;

import java.util.concurrent.atomic.AtomicLong;

/**
 * How much memory the counters of this copy of the runtime may take.
 *
 * <p>New probes are refused above three quarters of the cap; the rest is left for the present ones to grow into. At the cap
 * nothing grows: a sample whose octave is missing goes to the same octave of another lane, then to the few spill slots of its
 * counters, and is last of all counted as unplaced. Thread-safe.
 */
public final class Memory {

    /** The cap where none is set: 64 MiB, or an eighth of the maximal heap where that is less. */
    public static final long DEFAULT_CAP_BYTES =
            Math.min(64L << 20, Runtime.getRuntime().maxMemory() / 8);

    static final long OCTAVE_BYTES = Spares.OCTAVES.bytes();

    private static final AtomicLong USED_BYTES = new AtomicLong();
    private static volatile long capBytes = DEFAULT_CAP_BYTES;

    private Memory() {}

    /**
     * Sets the cap. What is already in use stays.
     *
     * @param bytes the new cap, in bytes
     */
    public static void cap(long bytes) {
        capBytes = bytes;
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
     * What all counters and their spares take now.
     *
     * @return bytes
     */
    public static long usedBytes() {
        return USED_BYTES.get();
    }

    /**
     * Takes room for a new probe.
     *
     * @param bytes what the probe takes before it holds a sample
     * @return false when there is none: nothing was taken, the probe is to be refused
     */
    public static boolean reserve(long bytes) {
        return add(bytes, capBytes / 4 * 3);
    }

    /**
     * Makes octaves and heads in advance for counters to grow into, up to the cap. Called now and then by whoever has a thread for it; making a
     * probe and reading one do it too.
     */
    public static void stock() {
        Spares.OCTAVES.refill();
        Spares.HEADS.refill();
    }

    static boolean grow(long bytes) {
        return add(bytes, capBytes);
    }

    static void release(long bytes) {
        USED_BYTES.addAndGet(-bytes);
    }

    private static boolean add(long bytes, long limit) {
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
