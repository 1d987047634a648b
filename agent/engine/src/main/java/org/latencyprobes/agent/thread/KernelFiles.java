package org.latencyprobes.agent.thread;

import org.latencyprobes.agent.base.ProcFile;

/**
 * The kernel's files about one Java thread at a time, once they are found: one of its times, and one of its system call. The sampler reads,
 * and the agent's other thread brings files: what both use is locked.
 */
abstract class KernelFiles {

    private static final int RUN_NANOS = 0;
    private static final int RUN_DELAY = 1;

    private volatile long threadId; // written by the sampler alone
    private ProcFile schedstat;
    private ProcFile systemCall; // null too where only the other could be opened
    private boolean isWanted;

    /** Begins anew with another thread, by its Java id. */
    synchronized void follow(long id) {
        close();
        threadId = id;
    }

    final long threadId() {
        return threadId;
    }

    /** Has them found, unless they are there, or the thread cannot be. */
    final synchronized void want() {
        isWanted = schedstat == null && threadId >= 0;
    }

    /** Whether they are to be found. Says so once for each time that they were missed. */
    final synchronized boolean takeWanted() {
        boolean was = isWanted;
        isWanted = false;
        return was;
    }

    final synchronized boolean areKnown() {
        return schedstat != null;
    }

    /** Takes the files of a thread; false where it is another one's turn by now. The second may be null. */
    final synchronized boolean give(long id, ProcFile found, ProcFile foundSystemCall) {
        if (id != threadId || schedstat != null) {
            return false;
        }
        isWanted = false;
        schedstat = found;
        systemCall = foundSystemCall;
        return true;
    }

    /** Null where it is not known. */
    final synchronized ProcFile systemCall() {
        return systemCall;
    }

    /** Reads the thread's times, which must be known, and returns for how long it ran. */
    final synchronized long readRanNanos() {
        schedstat.read();
        return schedstat.number(RUN_NANOS);
    }

    /** For how long it had waited for a CPU at the last reading. */
    final synchronized long delayNanos() {
        return schedstat.number(RUN_DELAY);
    }

    synchronized void close() {
        ProcFile.closeAll(schedstat, systemCall);
        schedstat = null;
        systemCall = null;
        isWanted = false;
    }
}
