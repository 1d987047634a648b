package org.latencyprobes.counts;

import java.lang.ref.PhantomReference;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What an object keeps besides counters, as part of the {@link Memory} in use: for as long as the object is reachable, and a garbage
 * collection longer.
 *
 * <p>It is counted, not limited: what has been read must be kept, and the probes that come later find less room. Thread-safe.
 */
public final class Share extends PhantomReference<Object> {

    private static final ReferenceQueue<Object> GONE = new ReferenceQueue<>();
    private static final Set<Share> PRESENT = ConcurrentHashMap.newKeySet();

    private long bytes;

    private Share(Object owner) {
        super(owner, GONE);
    }

    /**
     * A share of nothing yet.
     *
     * @param owner the object that keeps something; not held by this
     * @return its share
     */
    public static Share of(Object owner) {
        Share share = new Share(owner);
        PRESENT.add(share);
        return share;
    }

    /**
     * Sets what the owner keeps now.
     *
     * @param nowBytes bytes
     */
    public synchronized void set(long nowBytes) {
        Memory.release(bytes - nowBytes);
        bytes = nowBytes;
    }

    /** Gives back the shares of objects that are gone. */
    static void giveBack() {
        for (Reference<?> gone = GONE.poll(); gone != null; gone = GONE.poll()) {
            Share share = (Share) gone;
            share.set(0);
            PRESENT.remove(share);
        }
    }
}
