package org.latencyprobes.internal.counts;

import java.util.function.BiConsumer;

/**
 * The probed calls of one thread that are under way, and the totals from which each knows what was inside it; and the choice of those that are
 * timed, where not all are.
 *
 * <p>The thread keeps three running totals: how many calls have begun that are timed, how many are counted only, and how long its ended calls
 * took, each moment counted once. A call notes them as it begins, and the differences as it ends are the calls and the time inside it. Then it
 * puts its own duration in place of the time inside it.
 *
 * <p><b>Ends that don't come.</b> A constructor that throws has no exit, nor has a call whose probe is switched off meanwhile. So a call is
 * found by its start. Notes of later starts above it are of calls inside it, which have ended: they go. Where the start is not found, what
 * is inside is not known, which {@link #end} says. That is so for calls that began when the thread had no stripe, and for those with
 * {@value #MOST} or more others open inside them: the notes of these overwrite theirs. The notes from the bottom to the depth are those
 * that hold; the bottom moves up with what is overwritten, and no end takes the depth below it.
 *
 * <p>Two open calls have the same start only where the clock's step is longer than a call. If then the inner one's end does not come, the
 * outer one lacks what came before the inner one, once.
 *
 * <p>For the thread that {@linkplain OwnedStripe owns} the stripe, which this is a part of: one object less on the way of a sample. Allocates
 * nothing and throws nothing.
 */
public abstract sealed class OpenCalls permits OwnedStripe {

    /**
     * What stands for the start of a call that is not timed, where the thread's stripe is not known: no reading of any clock, and not what another
     * copy of the runtime has.
     */
    public static final long NOT_TIMED = Long.MIN_VALUE + 1 + (System.nanoTime() & (1L << 48) - 1);

    /** How many threads' open calls are known at most. */
    public static final int THREADS = OwnedStripes.COUNT;

    /** How many open calls are known; a power of two. */
    static final int MOST = 32;

    /** What {@link #end} and {@link #selfNanos} return where it is not known. */
    public static final long UNKNOWN = -1;

    private static final int MANY = 1 << 10;

    private static final int START = 0;
    private static final int BEGUN = 1;
    private static final int ENDED_NANOS = 2;
    private static final int COUNTED = 3;
    private static final int NOTE_BITS = 2;

    /** A power of two. */
    static final int MOST_ENDED = 64;

    private static final int LAST_ENDED = MOST << NOTE_BITS;

    /** Behind the open calls, for some probes, their ids and where the call that ended last began. Two that share a place push each other out. */
    private final long[] notes = new long[LAST_ENDED + 2 * MOST_ENDED];

    /** What is left of the distance to the next chosen call. */
    private long untilChosen;

    private long chance = SampleChoice.seed();
    private final long notTimed;

    private int depth;
    /** Where the oldest note is that was not overwritten. Both may pass the greatest number: only their difference counts. */
    private int bottom;

    private long begun;
    private long endedNanos;
    private long insideNanos;
    private long begunBeforeUntimed;
    private long counted;

    /** Whether calls are made now that are nobody's, and how {@link #moved} leaves them out. */
    private volatile boolean isUnseen;

    private long movedBeforeUnseen;
    private long unseenMoved;

    OpenCalls(int stripe) {
        notTimed = NOT_TIMED + 1 + Stripes.placeOf(stripe);
        drawDistance();
        for (int at = START; at < LAST_ENDED; at += 1 << NOTE_BITS) {
            notes[at] = Long.MIN_VALUE;
        }
    }

    /**
     * The open calls of the calling thread.
     *
     * @return null where it owns no stripe, as a virtual thread
     */
    public static OpenCalls ofCurrentThread() {
        return OwnedStripes.ofCurrent();
    }

    /**
     * Whether virtual threads have called probes of this copy of the runtime. From any thread.
     *
     * @return false also before JDK 21
     */
    public static boolean hasVirtualThreads() {
        return OwnedStripes.hasVirtual();
    }

    /**
     * Runs calls that are nobody's, on a thread that may have others open: these don't know of them.
     *
     * @param calls all of them end
     */
    public static void runUnseen(Runnable calls) {
        OpenCalls open = ofCurrentThread();
        if (open == null) {
            calls.run();
        } else {
            open.runWithoutTrace(calls);
        }
    }

    private void runWithoutTrace(Runnable calls) {
        long begunBefore = begun;
        long endedNanosBefore = endedNanos;
        long countedBefore = counted;
        long untimedBefore = begunBeforeUntimed;
        movedBeforeUnseen = moved();
        isUnseen = true;
        try {
            calls.run();
        } finally {
            begun = begunBefore;
            endedNanos = endedNanosBefore;
            counted = countedBefore;
            begunBeforeUntimed = untimedBefore;
            unseenMoved = movedBeforeUnseen - allMoved();
            isUnseen = false;
        }
    }

    private static int at(int depth) {
        return (depth & MOST - 1) << NOTE_BITS;
    }

    /**
     * A call begins.
     *
     * @param start by any clock that does not go back
     */
    public void begin(long start) {
        int at = at(depth++);
        if (depth - bottom > MOST) {
            bottom++;
        }
        notes[at + START] = start;
        notes[at + BEGUN] = ++begun;
        notes[at + ENDED_NANOS] = endedNanos;
        if (counted != 0) { // until then each note has 0
            notes[at + COUNTED] = counted;
        }
    }

    /**
     * A call ends.
     *
     * @param start as at its begin
     * @param nanos its duration in ns
     * @return how many timed calls began inside it, or {@link #UNKNOWN}; their time is then {@link #insideNanos}
     */
    long end(long start, long nanos) {
        int at = at(depth - 1);
        if ((notes[at + START] != start || depth == bottom) && !find(start)) {
            insideNanos = UNKNOWN;
            return UNKNOWN;
        }
        at = at(--depth);
        long before = notes[at + ENDED_NANOS];
        insideNanos = endedNanos - before;
        endedNanos = before + nanos;
        return begun - notes[at + BEGUN];
    }

    /**
     * Whether a call of the same probe began and ended inside the call that {@link #end} was last asked of, as far as that is known. A later
     * start of a call that ended before is inside it: so no end of one need be found again.
     *
     * @param id of the probe
     * @param start as at the call's begin
     */
    boolean hadItselfInside(int id, long start) {
        int at = lastEnded(id);
        return notes[at] == id && notes[at + 1] > start;
    }

    /** Whether the call that {@link #end} was last asked of was inside another one. */
    boolean isInside() {
        return depth != bottom;
    }

    /** Notes the end of a probe's call for the calls around it. Where none is, nobody would ask. */
    void noteEnded(int id, long start) {
        int at = lastEnded(id);
        notes[at] = id;
        notes[at + 1] = start;
    }

    private static int lastEnded(int id) {
        return LAST_ENDED + ((id & MOST_ENDED - 1) << 1);
    }

    /**
     * Tells of the calls that platform threads have open, as far as they own a stripe. On any thread; no application's thread waits for it.
     * Allocates nothing.
     *
     * @param each is told of each thread that has any, and of these. They are that thread's as long as it lives
     */
    public static void forEach(BiConsumer<Thread, OpenCalls> each) {
        OwnedStripes.forEachOpen(each);
    }

    /**
     * Tells of the threads that have a call open which began long ago, as {@link #forEach} does. Costs less: a thread is looked at only then.
     *
     * @param latestStart a reading of the clock that {@link #begin} is told: the call began then, or before
     * @param since a reading of it: the call began later
     * @param each is told of each thread that has one
     */
    public static void forEachLong(long latestStart, long since, BiConsumer<Thread, OpenCalls> each) {
        OwnedStripes.forEachLong(latestStart, since, each);
    }

    /**
     * A number that says whether platform threads call probes of this copy of the runtime, as far as they own a stripe. Costs some loads from memory
     * for each thread. Allocates nothing.
     *
     * @return another number than before where a call has begun or ended since; where one was reported that had no begin, maybe the same
     */
    public static long movement() {
        return OwnedStripes.movement();
    }

    /**
     * Chooses a call that begins, or not.
     *
     * @param choice of the call's probe
     * @return whether it is to be timed
     */
    public final boolean isChosen(SampleChoice choice) {
        long left = untilChosen - choice.step();
        if (left >= 0) {
            untilChosen = left;
            return false;
        }
        drawDistance();
        return true;
    }

    private void drawDistance() {
        long present = chance; // the next is not waited for
        chance = SampleChoice.next(present);
        untilChosen = SampleChoice.distance(present);
    }

    /**
     * What stands for the start of a call of this thread that is not timed: {@link #NOT_TIMED}, 1, and the place of the thread's counter among
     * those of {@link UntimedCalls}. So the end of the call need not look for the stripe.
     *
     * @return the same each time
     */
    public final long notTimed() {
        return notTimed;
    }

    /**
     * Whether a call is not timed.
     *
     * @param start what its begin gave: a start, or what stands for one
     * @return true for {@link #NOT_TIMED} and for any thread's {@link #notTimed}
     */
    public static boolean isNotTimed(long start) {
        return Long.compareUnsigned(start - NOT_TIMED, UntimedCalls.LENGTH) <= 0;
    }

    /** The part of this stripe. Any thread may ask. */
    final long moved() {
        return isUnseen ? movedBeforeUnseen : allMoved() + unseenMoved;
    }

    private long allMoved() {
        return begun + endedNanos + counted + untilChosen; // that changes with each call that is chosen or not
    }

    /**
     * Whether all stripes are taken, so that further threads' open calls are not known.
     *
     * @return false too as long as no thread has missed one
     */
    public static boolean areThreadsWithout() {
        return OwnedStripes.isFull();
    }

    /**
     * Which thread's they are, among those that are told of. The number goes to another thread after this one has ended.
     *
     * @return 0 or more, less than {@link #THREADS}
     */
    public abstract int index();

    /** None is open any more: their thread has ended, and the ends of some may not have come. */
    final void forget() {
        depth = bottom;
    }

    /** Whether there is one. Any thread may ask. */
    boolean isAnyOpen() {
        return count(depth) > 0;
    }

    /** How many notes below this depth hold, as another thread sees it: it may read the two numbers at different moments. */
    private int count(int open) {
        return Math.max(0, Math.min(open - bottom, MOST));
    }

    /**
     * When the open calls began. Any thread may ask, and sees what was a moment ago. Allocates the result.
     *
     * @return as {@link #begin} was told, the innermost first, at most {@value #MOST}. Those of calls whose end does not come are among them
     */
    public long[] starts() {
        int open = depth;
        long[] starts = new long[count(open)];
        for (int i = 0; i < starts.length; i++) {
            starts[i] = notes[at(open - 1 - i) + START];
        }
        return starts;
    }

    /**
     * When the outermost of the open calls began that are younger than a reading. Any thread may ask, as for {@link #starts}. Allocates nothing.
     *
     * @param reading of the clock that {@link #begin} is told
     * @return {@link Long#MAX_VALUE} where none is
     */
    public long earliestAfter(long reading) {
        int open = depth;
        for (int above = count(open); above > 0; above--) {
            long start = notes[at(open - above) + START];
            if (start > reading) {
                return start;
            }
        }
        return Long.MAX_VALUE;
    }

    /**
     * When the innermost of the open calls began that are as old as a reading or older. Any thread may ask, as for {@link #starts}. Allocates
     * nothing.
     *
     * @param reading of the clock that {@link #begin} is told
     * @return {@link Long#MIN_VALUE} where none is
     */
    public long latestUntil(long reading) {
        int open = depth;
        for (int above = 1; above <= count(open); above++) {
            long start = notes[at(open - above) + START];
            if (start <= reading) {
                return start;
            }
        }
        return Long.MIN_VALUE;
    }

    /**
     * How many open calls began at or before a reading. Any thread may ask, as for {@link #starts}. Allocates nothing.
     *
     * @param reading of the clock that {@link #begin} is told
     * @return at most {@value #MOST}; those of calls whose end does not come are counted
     */
    public int countUntil(long reading) {
        int open = depth;
        int count = 0;
        for (int above = count(open); above > 0; above--) {
            count += notes[at(open - above) + START] <= reading ? 1 : 0;
        }
        return count;
    }

    /** A call that was not timed has been inside all that are open: how long they took by themselves is not known. */
    public void noteUntimed() {
        begunBeforeUntimed = begun;
    }

    /**
     * Calls that are counted only are inside all that are open. Of a probe that times some of its calls, a timed one says so for those that it
     * stands for: each that is not timed would take a nanosecond more.
     *
     * @param calls how many
     */
    public void noteCounted(long calls) {
        counted += calls;
    }

    /** How many calls that are counted only were inside the call that ended last, right after its end, which found it. */
    long countedInside() {
        return counted == 0 ? 0 : counted - notes[at(depth) + COUNTED];
    }

    /**
     * The self time of the call that ended last, right after its end.
     *
     * @param nanos its duration in ns
     * @return that less the time in probed calls inside it, in ns; {@link #UNKNOWN} where that is not known, or where calls inside were not
     *     timed
     */
    public long selfNanos(long nanos) {
        return insideNanos == UNKNOWN || begunBeforeUntimed >= notes[at(depth) + BEGUN]
                ? UNKNOWN
                : Math.max(0, nanos - insideNanos);
    }

    /** What {@link #end} would return now for an open call. */
    long callsInside(long start) {
        int at = noteOf(start);
        return at < 0 ? UNKNOWN : begun - notes[at + BEGUN];
    }

    /** What {@link #insideNanos} would be then; 0 where it is not known. */
    long nanosInside(long start) {
        int at = noteOf(start);
        return at < 0 ? 0 : endedNanos - notes[at + ENDED_NANOS];
    }

    private int noteOf(long start) {
        for (int above = 1; above <= depth - bottom; above++) {
            int at = at(depth - above);
            if (notes[at + START] <= start) {
                return notes[at + START] == start ? at : -1;
            }
        }
        return -1;
    }

    /** Lets go of notes above the call's; whether there is one of it. */
    private boolean find(long start) {
        while (depth != bottom) {
            long noted = notes[at(depth - 1) + START];
            if (noted <= start) {
                return noted == start;
            }
            depth--;
        }
        return false;
    }

    /** Whether it is the turn of what is done at one of {@value #MANY} calls. */
    boolean isOneOfMany() {
        return (begun & MANY - 1) == 0;
    }

    /** The time in probed calls inside the call that {@link #end} was last asked of, in ns; those inside others counted once. */
    long insideNanos() {
        return insideNanos;
    }
}
