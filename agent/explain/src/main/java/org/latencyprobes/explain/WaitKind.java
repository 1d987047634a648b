package org.latencyprobes.explain;

import java.util.List;

/**
 * What a single thread waited for. Where waits of a thread overlap, as a read of a socket and the parking of a virtual thread in it, the time
 * counts as that of the first kind in this order.
 */
public enum WaitKind {
    /** A read from or write to a socket; the kernel shows it, or a stack. */
    SOCKET(Cause.SOCKET),
    /** A read, write or sync of a file or pipe; the kernel shows it, or a stack. */
    FILE(Cause.FILE),
    /** A monitor, or a lock of {@code java.util.concurrent.locks}, that another thread has. */
    LOCK(Cause.LOCK),
    /** A collector that had no memory to give. */
    ALLOCATION(Cause.GC),
    /** A collection that the thread itself asked for, as far as the JVM did not stand still. */
    COLLECTION(Cause.GC),
    /** {@code Thread.sleep}. */
    SLEEP(Cause.SLEEP),
    /** {@code Object.wait}. */
    WAIT(Cause.WAIT),
    /** A virtual thread that kept its carrier. It parks there, which says less. */
    PINNED(Cause.PARK),
    /** {@code LockSupport.park}, but for locks: in queues, futures and conditions. */
    PARK(Cause.PARK);

    private static final String LOCKS = "java.util.concurrent.locks.";
    private static final String CONDITION = "ConditionObject";

    /** How many frames of the JDK may lie above the one that tells. */
    private static final int MOST_ABOVE = 8;

    private static final List<String> SOCKETS = List.of(
            "sun.nio.ch.SocketDispatcher",
            "sun.nio.ch.UnixDomainSockets",
            "sun.nio.ch.NioSocketImpl",
            "sun.nio.ch.SocketChannelImpl",
            "sun.nio.ch.Net",
            "java.net.SocketInputStream",
            "java.net.SocketOutputStream");
    private static final List<String> FILES = List.of(
            "sun.nio.ch.FileDispatcherImpl",
            "sun.nio.ch.UnixFileDispatcherImpl",
            "sun.nio.ch.FileChannelImpl",
            "java.io.FileInputStream",
            "java.io.FileOutputStream",
            "java.io.RandomAccessFile");

    private final Cause cause;

    WaitKind(Cause cause) {
        this.cause = cause;
    }

    /**
     * The cause that it is.
     *
     * @return one for several kinds
     */
    public Cause cause() {
        return cause;
    }

    /**
     * Whether whoever parks with such a blocker waits for another thread to give a lock back.
     *
     * @param className of the blocker
     * @return false of conditions, queues, futures
     */
    public static boolean isLock(String className) {
        return className.startsWith(LOCKS) && !className.endsWith(CONDITION);
    }

    /**
     * What a stack shows.
     *
     * @param frames the innermost first
     * @return null where its thread may run
     */
    public static WaitKind of(StackTraceElement[] frames) {
        for (int at = 0; at < Math.min(MOST_ABOVE, frames.length) && frames[at].getModuleName() != null; at++) {
            WaitKind kind = of(frames[at].getClassName(), frames[at].getMethodName());
            if (kind == FILE && at + 1 < frames.length && SOCKETS.contains(frames[at + 1].getClassName())) {
                return SOCKET; // on JDK 17 sockets are written to by the files' dispatcher
            }
            if (kind != null) {
                return kind == PARK && isLock(frames, at) ? LOCK : kind;
            }
        }
        return null;
    }

    private static WaitKind of(String className, String method) {
        if (className.equals("java.lang.Thread") && method.startsWith("sleep")) {
            return SLEEP;
        }
        if (className.equals("java.lang.Object") && method.startsWith("wait")) {
            return WAIT;
        }
        if (method.equals("park") && className.endsWith(".Unsafe")) {
            return PARK;
        }
        if (SOCKETS.contains(className)) {
            return SOCKET;
        }
        return FILES.contains(className) ? FILE : null;
    }

    private static boolean isLock(StackTraceElement[] frames, int park) {
        for (int at = park + 1; at < frames.length && frames[at].getModuleName() != null; at++) {
            String className = frames[at].getClassName();
            if (className.endsWith(CONDITION)) {
                return false;
            }
            if (className.startsWith(LOCKS + "Reentrant") || className.startsWith(LOCKS + "Stamped")) {
                return true;
            }
        }
        return false;
    }
}
