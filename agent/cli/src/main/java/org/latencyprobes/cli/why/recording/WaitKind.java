package org.latencyprobes.cli.why.recording;

/**
 * What a single thread waited for. Where waits of a thread overlap, as a read of a socket and the parking of a virtual thread in it, the time
 * counts as that of the first kind in this order.
 */
public enum WaitKind {
    /** A read from or write to a socket. */
    SOCKET("socket"),
    /** A read, write or sync of a file. */
    FILE("file"),
    /** A lock that another thread held. */
    LOCK("lock"),
    /** A collector that had no memory to give. */
    ALLOCATION("gc"),
    /** A collection that the thread itself asked for, as far as the JVM did not stand still. */
    COLLECTION("gc"),
    /** {@code Thread.sleep}. */
    SLEEP("sleep"),
    /** {@code Object.wait}. */
    WAIT("wait"),
    /** A virtual thread that kept its carrier. It parks there, which says less. */
    PINNED("park"),
    /** {@code LockSupport.park}, in queues, futures and conditions. */
    PARK("park");

    private final String cause;

    WaitKind(String cause) {
        this.cause = cause;
    }

    /**
     * The cause that it is.
     *
     * @return its name, as in reports
     */
    public String cause() {
        return cause;
    }
}
