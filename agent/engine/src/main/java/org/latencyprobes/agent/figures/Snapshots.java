package org.latencyprobes.agent.figures;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.latencyprobes.agent.cause.CauseTotals;
import org.latencyprobes.agent.cost.CostMeasure;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.Request;
import org.latencyprobes.agent.slow.SlowCall;
import org.latencyprobes.agent.stall.StallTimeline;
import org.latencyprobes.internal.counts.KeptMemory;
import org.latencyprobes.internal.probe.Timeline;

/**
 * The snapshots that watchers share: one a second, however many ask, and fewer where taking one is slow. The last one is kept, part of the
 * memory in use, until nobody has asked for {@value #FORGOTTEN_SECONDS} s. An answer that is not read yet keeps the histograms of its own
 * snapshot besides, which are no part of it: 8 MB at most for each of 8 connections. For one thread.
 *
 * <p>A snapshot's number is the µs of {@link System#nanoTime} at which it was begun, or one above the last. So the numbers of an agent that
 * came later, in this JVM or the next, are higher than all of those before, whatever the machine's time of day does. Whoever asks for what
 * has changed since a number of another agent gets everything.
 */
public final class Snapshots {

    /** A little less than a second, since nobody asks to the ms. */
    private static final long SHARED_NANOS = TimeUnit.MILLISECONDS.toNanos(900);

    /** So taking them is a tenth of the thread's time at most, from the second snapshot on. */
    private static final long SHARED_PER_TAKEN = 10;

    /** So looking for calls that have not returned takes 0.5 % of the time at most. */
    private static final long REST_PER_LOOK = 200;

    private static final long FORGOTTEN_SECONDS = 10;
    private static final long FORGOTTEN_NANOS = TimeUnit.SECONDS.toNanos(FORGOTTEN_SECONDS);
    private static final long RECENT_NANOS = TimeUnit.SECONDS.toNanos(60);

    private final LongSupplier nanoTime;
    private final Supplier<ProbeModes> modes;
    private final Supplier<StallTimeline> stalls;
    private final Supplier<List<SlowCall>> slow;
    private final Supplier<CauseTotals> explained;
    private final Conditions conditions;
    private final KeptMemory memory = KeptMemory.of(this);
    private ProbesSnapshot last;

    /**
     * The shorter of two counts: the thread may have lost the processor to others. 0 after a first snapshot, which takes longer than
     * later ones.
     */
    private long formerTookNanos;

    private final long agentNanos = System.nanoTime();
    private long number;
    private long askedNanos;
    private List<String> notReturned;
    private long nextLookNanos;

    /**
     * Takes none yet.
     *
     * @param nanoTime as {@link System#nanoTime}
     * @param modes gives the modes of the probes
     * @param stalls gives the timeline, or null where stalls are not looked for
     * @param slow gives the slow calls that are kept, the longest first
     * @param explained gives what has been explained of slow calls so far
     * @param conditions tells since when probes count, and which calls have not returned
     */
    public Snapshots(
            LongSupplier nanoTime,
            Supplier<ProbeModes> modes,
            Supplier<StallTimeline> stalls,
            Supplier<List<SlowCall>> slow,
            Supplier<CauseTotals> explained,
            Conditions conditions) {
        this.nanoTime = nanoTime;
        this.modes = modes;
        this.stalls = stalls;
        this.slow = slow;
        this.explained = explained;
        this.conditions = conditions;
    }

    /**
     * Answers the request {@code snapshot}.
     *
     * @param asked what is wanted
     * @param cameNanos when the request came, as {@code nanoTime} counts; a snapshot that was taken while it waited answers it
     * @param costs measures, and may give the cost of a clock reading that was measured before
     * @return tables as {@link SnapshotTables} makes them
     */
    public Answer answer(Request.Snapshot asked, long cameNanos, CostMeasure costs) {
        if (last == null || isOver(cameNanos)) {
            take(costs);
        }
        askedNanos = nanoTime.getAsLong();
        return SnapshotTables.of(
                last,
                asked.since() > number || asked.since() < 0 ? 0 : asked.since(),
                asked.sinceNanos() == null ? askedNanos - RECENT_NANOS : asked.sinceNanos(),
                stalls.get());
    }

    /** Whether the last one is not shared any more: by a request that came after it had been taken, and some time after it was begun. */
    private boolean isOver(long cameNanos) {
        long sharedNanos = Math.max(SHARED_NANOS, SHARED_PER_TAKEN * Math.min(last.tookNanos(), formerTookNanos));
        return cameNanos - last.endNanos() >= 0 && cameNanos - last.nanos() >= sharedNanos;
    }

    private void take(CostMeasure costs) {
        long nanos = nanoTime.getAsLong();
        long millis = Timeline.OURS.nowMillis(); // as starts are
        formerTookNanos = last == null ? 0 : last.tookNanos();
        number = Math.max(number + 1, TimeUnit.NANOSECONDS.toMicros(nanos));
        SeriesRows rows = last == null ? new SeriesRows(conditions::sinceWoven) : last.rows();
        CauseRows causes = last == null ? new CauseRows() : last.causes();
        rows.read(number, modes.get());
        causes.read(number, explained.get());
        last = new ProbesSnapshot(
                number,
                agentNanos,
                nanos,
                millis,
                rows,
                causes,
                slow.get(),
                notReturned(),
                costs.of(rows.calls()),
                nanoTime.getAsLong() - nanos);
        memory.set(rows.bytes());
    }

    /** Those of the last look where the next one is not due: the JVM stops threads to read their stacks. */
    private List<String> notReturned() {
        long beginNanos = nanoTime.getAsLong();
        if (notReturned == null || beginNanos - nextLookNanos >= 0) {
            notReturned = conditions.notReturned();
            long endNanos = nanoTime.getAsLong();
            nextLookNanos = endNanos + REST_PER_LOOK * (endNanos - beginNanos);
        }
        return notReturned;
    }

    /** Forgets the last one, unless somebody still asks. To be called now and then. */
    public void tend() {
        if (last != null && nanoTime.getAsLong() - askedNanos > FORGOTTEN_NANOS) {
            last = null;
            memory.set(0);
        }
    }
}
