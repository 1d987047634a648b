package org.latencyprobes.agent.thread;

import org.latencyprobes.agent.base.ProcFile;

/**
 * The waits of one thread that the JVM takes for running: reads and writes of sockets and files. The kernel is asked seldom, by {@link
 * NativeLooks}, and not where the thread has not run since. What it says stands until it is asked again, and holds for the looks before that it
 * was not asked at, but never for another long call: where nobody looked between, one inside the same outer call is all that tells of a change.
 * Not thread-safe.
 */
final class NativeWait {

    /** No system call of a thread's is read as this: it has a stack. */
    private static final long NOT_ASKED = 0;

    private long innermostStart;
    private int looks;
    private int due;
    private long read = NOT_ASKED;
    private long ranNanos;
    private int kind = StateSamples.UNREAD;
    private boolean wasUnasked;
    private boolean isFirst;

    /** Begins anew: the thread waits for something that the JVM knows, or another thread is looked at. */
    void end() {
        looks = 0;
        due = 0;
        read = NOT_ASKED;
        kind = StateSamples.UNREAD;
    }

    /**
     * Looks at the thread, which may take a while.
     *
     * @param start when the innermost of the open calls began that are long
     * @param thread a number of the thread's
     * @param threadId its Java id
     * @param fileOrNull the thread's; without one nothing is told
     */
    void look(long start, int thread, long threadId, ProcFile fileOrNull, NativeLooks asking) {
        if (start != innermostStart) {
            innermostStart = start;
            end();
        }
        wasUnasked = read == NOT_ASKED;
        isFirst = wasUnasked && looks == 0;
        looks++;
        if (fileOrNull != null && looks >= due && asking.isTurn(thread)) {
            ask(threadId, fileOrNull, asking);
        }
    }

    /** Adds what that saw: a sample of the moment before. */
    void add(StateSamples samples, long beforeNanos) {
        if (wasUnasked && !isFirst) {
            samples.name(kind); // what was asked about is what it was said to be, though that be nothing
        }
        samples.add(beforeNanos, kind, isFirst);
    }

    private void ask(long threadId, ProcFile file, NativeLooks asking) {
        long ran = asking.ranNanos(threadId); // before what is read: it may run meanwhile
        if (read == NOT_ASKED || ran != ranNanos || ran < 0) { // below 0 where CPU times have been switched off
            long now = asking.read(file);
            int found = now == read ? kind : asking.kind(file, now);
            if (found == NativeLooks.MOVED) {
                return;
            }
            read = now;
            ranNanos = ran;
            if (found != kind) {
                kind = found;
                looks = 0;
            }
        }
        due = looks + NativeLooks.pause(looks);
    }
}
