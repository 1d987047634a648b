package org.latencyprobes.explain;

/**
 * A wait of one thread.
 *
 * @param kind what for
 * @param threadId the thread's Java id
 * @param startNanos when it began, as {@link System#nanoTime} counts
 * @param nanos how long it was, in ns; of a wait for some time, no longer than that
 * @param lateNanos how much later the thread ran again, in ns: it waited for a CPU, or all threads stood still
 * @param detail what was waited for, in words
 * @param site the innermost method outside of the JDK that waited, as {@code Class.method}, or empty
 * @param holder who held what was waited for
 */
public record Wait(
        WaitKind kind,
        long threadId,
        long startNanos,
        long nanos,
        long lateNanos,
        String detail,
        String site,
        Holder holder) {

    /** One of which nobody knows who held what was waited for; the components are as above. */
    public Wait(WaitKind kind, long threadId, long startNanos, long nanos, long lateNanos, String detail, String site) {
        this(kind, threadId, startNanos, nanos, lateNanos, detail, site, Holder.NONE);
    }

    /**
     * A part of it.
     *
     * @param fromNanos when that began
     * @param partNanos how long it was, in ns
     * @param partLateNanos how much later the thread ran again, in ns
     * @param heldBy who held then what was waited for
     */
    public Wait part(long fromNanos, long partNanos, long partLateNanos, Holder heldBy) {
        return new Wait(kind, threadId, fromNanos, partNanos, partLateNanos, detail, site, heldBy);
    }

    /**
     * When the thread ran again.
     *
     * @return the end, as {@link System#nanoTime} counts
     */
    public long endNanos() {
        return startNanos + nanos + lateNanos;
    }

    /** {@return when it was, but for what it was late} */
    public Span span() {
        return new Span(startNanos, startNanos + nanos);
    }
}
