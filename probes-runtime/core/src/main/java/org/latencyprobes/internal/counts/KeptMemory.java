package org.latencyprobes.internal.counts;

import java.lang.ref.PhantomReference;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The memory that one object keeps besides counters, as part of the {@link MemoryCap} in use. It counts for as long as the object
 * is reachable, and a garbage collection longer.
 *
 * <p>It is counted, not limited: what has been read must be kept, and the probes that come later find less room. Thread-safe.
 */
public final class KeptMemory extends PhantomReference<Object> {

    private static final ReferenceQueue<Object> GONE = new ReferenceQueue<>();
    private static final Set<KeptMemory> PRESENT = ConcurrentHashMap.newKeySet();

    private long bytes;

    private KeptMemory(Object owner) {
        super(owner, GONE);
    }

    /**
     * Creates a share of 0 bytes.
     *
     * @param owner the object that keeps something; not held by this
     * @return its share
     */
    public static KeptMemory of(Object owner) {
        KeptMemory share = new KeptMemory(owner);
        PRESENT.add(share);
        return share;
    }

    /**
     * Sets how much the owner keeps now.
     *
     * @param nowBytes bytes, 0 or more
     */
    public synchronized void set(long nowBytes) {
        MemoryCap.release(bytes - nowBytes);
        bytes = nowBytes;
    }

    /** Gives back the shares of objects that are gone. */
    static void giveBack() {
        for (Reference<?> gone = GONE.poll(); gone != null; gone = GONE.poll()) {
            KeptMemory share = (KeptMemory) gone;
            share.set(0);
            PRESENT.remove(share);
        }
    }
}
