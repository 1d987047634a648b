package org.latencyprobes.agent.link;

import java.lang.ref.WeakReference;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.Queue;
import org.latencyprobes.agent.clock.Clock;
import org.latencyprobes.call.Outcome;
import org.latencyprobes.internal.counts.OpenCalls;
import org.latencyprobes.internal.probe.ProbeRecorder;

/**
 * The times at which the exits of one probe were linked, so that the sample of a call that links one does not contain the linking.
 *
 * <p>The JVM links an exit when a call first comes to it, within the time that is measured. So the thread that links an exit leaves a note
 * of when that began, and runs the exit next: its sample ends then. The JVM needs some 5 µs to call us. Of these, the least that was ever
 * seen is taken off. So the shortest such call reads 0, and one that the machine delayed on the way reads too long. In a recursion the
 * innermost call links the exit, and the calls around it contain that.
 *
 * <p>Calls that began before an exit was linked look here for their note. The others see by one comparison that they need not.
 *
 * <p>Notes are left and looked for under a lock, on the application's threads, while a method is called for the first time.
 */
final class ExitLinkTimes {

    /** Left behind only where the JVM failed after us. */
    private static final int MOST_NOTES = 64;

    /** From the start of the shortest call that linked its exit to the beginning of that, of all probes; a race may lose one. */
    private static volatile long shortestNanos = Long.MAX_VALUE;

    /** When an exit was last linked; calls that began before look for a note. Plain: who leaves a note for itself sees it. */
    long linkedTicks;

    private final Clock clock;
    private final Queue<Note> notes = new ArrayDeque<>();

    private record Note(WeakReference<Thread> thread, long beganTicks) {}

    ExitLinkTimes(Clock clock) {
        this.clock = clock;
        linkedTicks = clock.since();
    }

    /** On the thread that is linking an exit, and will run it next. */
    synchronized void linked(long beganTicks) {
        if (notes.size() == MOST_NOTES) {
            notes.remove();
        }
        notes.add(new Note(new WeakReference<>(Thread.currentThread()), beganTicks));
        linkedTicks = Math.max(linkedTicks, clock.now());
    }

    /**
     * Records a call that began before an exit was last linked, unless it began before this agent came or by another clock; counts one that is
     * not timed. Returns the duration that was recorded, in ns, or {@link Clock#NOT_OURS}.
     */
    long record(ProbeRecorder probe, long startTicks, long endTicks, Outcome outcome) {
        if (OpenCalls.isNotTimed(startTicks)) {
            SiteTargets.countUntimedInside(probe, startTicks, outcome);
            return Clock.NOT_OURS;
        }
        long nanos = clock.nanosBetween(startTicks, endTicks);
        if (nanos != Clock.NOT_OURS) {
            long linkingTicks = startTicks < linkedTicks ? takeNoteSince(startTicks) : -1;
            long ownNanos = linkingTicks < 0 ? nanos : withoutTheWay(clock.nanos(linkingTicks));
            probe.sampleNested(ownNanos, startTicks, outcome);
            return ownNanos;
        }
        return Clock.NOT_OURS;
    }

    /** From the start of this thread's call to the linking of its exit; negative if it did not link it. */
    private synchronized long takeNoteSince(long startTicks) {
        for (Iterator<Note> each = notes.iterator(); each.hasNext(); ) {
            Note note = each.next();
            if (note.thread().refersTo(Thread.currentThread())) {
                each.remove();
                if (note.beganTicks() >= startTicks) {
                    return note.beganTicks() - startTicks;
                }
            }
        }
        return -1;
    }

    private static long withoutTheWay(long nanos) {
        shortestNanos = Math.min(shortestNanos, nanos);
        return nanos - shortestNanos;
    }
}
