package org.latencyprobes.internal.counts;

import java.lang.ref.PhantomReference;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The memory that one object keeps besides counters, as part of the {@link Memory} in use. It counts for as long as the object
 * is reachable, and a garbage collection longer.
 *
 * <p>It is counted, not limited: what has been read must be kept, and the probes that come later find less room. Thread-safe.
 */
public final class MemoryShare extends PhantomReference<Object> {

    private static final ReferenceQueue<Object> GONE = new ReferenceQueue<>();
    private static final Set<MemoryShare> PRESENT = ConcurrentHashMap.newKeySet();

    private long bytes;

    private MemoryShare(Object owner) {
        super(owner, GONE);
    }

    /**
     * Creates a share of 0 bytes.
     *
     * @param owner the object that keeps something; not held by this
     * @return its share
     */
    public static MemoryShare of(Object owner) {
        MemoryShare share = new MemoryShare(owner);
        PRESENT.add(share);
        return share;
    }

    /**
     * Sets how much the owner keeps now.
     *
     * @param nowBytes bytes, 0 or more
     */
    public synchronized void set(long nowBytes) {
        Memory.release(bytes - nowBytes);
        bytes = nowBytes;
    }

    /** Gives back the shares of objects that are gone. */
    static void giveBack() {
        for (Reference<?> gone = GONE.poll(); gone != null; gone = GONE.poll()) {
            MemoryShare share = (MemoryShare) gone;
            share.set(0);
            PRESENT.remove(share);
        }
    }
}
