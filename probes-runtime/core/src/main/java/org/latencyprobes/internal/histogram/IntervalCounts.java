package org.latencyprobes.internal.histogram;

import java.util.Arrays;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.latencyprobes.internal.counts.Layout;
import org.latencyprobes.internal.counts.Nesting;
import org.latencyprobes.internal.counts.Snapshot;
import org.latencyprobes.internal.counts.TracedCall;
import org.latencyprobes.internal.probe.Hub;

/**
 * The counts of one probe and outcome between two readings, by {@link Layout} index.
 *
 * <p>It refers to the snapshots that it is the difference of, and is not to be kept.
 * Immutable. Its getters allocate nothing, but for those that say so.
 */
public final class IntervalCounts extends SeriesIdentity {

    /** HdrHistogram has no shorter range. */
    private static final long SHORTEST_RANGE_NANOS = 2;

    private static final double PICOS_PER_NANO = 1e3;
    private static final long[] NOTHING = new long[Snapshot.COUNTS];

    private final long startMillis;
    private final long endMillis;
    private final long untimed;
    private final long slow;
    private final boolean isUniform;
    private final long[] insideBefore;
    private final long[] before;
    private final long[] now;
    private final int highestIndex;
    private final long placed;

    /**
     * Subtracts two snapshots of the same counters.
     *
     * @param owner as the {@link Hub} has it
     * @param beforeOrNull the earlier one; null for none
     * @param array for its counters; any that {@link PackedSnapshot#unpack} has returned
     * @param reading the later one as the {@link Hub} carries it
     */
    IntervalCounts(
            String owner,
            PackedSnapshot beforeOrNull,
            long[] array,
            Map<String, Object> reading,
            long startMillis,
            long endMillis) {
        super(owner, reading);
        this.startMillis = startMillis;
        this.endMillis = endMillis;
        this.before = beforeOrNull == null ? NOTHING : array;
        this.untimed = Hub.number(reading, Hub.UNTIMED) - (beforeOrNull == null ? 0 : beforeOrNull.untimed());
        this.slow = Hub.number(reading, Hub.SLOW) - (beforeOrNull == null ? 0 : beforeOrNull.slow());
        this.isUniform =
                Hub.number(reading, Hub.SHARE_CHANGES) == (beforeOrNull == null ? 0 : beforeOrNull.shareChanges());
        this.insideBefore = beforeOrNull == null ? NOTHING : beforeOrNull.inside();
        this.now = (long[]) reading.get(Hub.SNAPSHOT);
        int highest = -1;
        long placed = 0;
        for (int index = nextIndex(0); index < now.length - Snapshot.COUNTS; index = nextIndex(index + 1)) {
            highest = index;
            placed += countAt(index);
        }
        this.highestIndex = highest;
        this.placed = placed;
    }

    /** Of an interval without a call: nothing is read. */
    IntervalCounts(String owner, Map<String, Object> reading, long startMillis, long endMillis) {
        super(owner, reading);
        this.startMillis = startMillis;
        this.endMillis = endMillis;
        untimed = 0;
        slow = 0;
        isUniform = true;
        insideBefore = null;
        before = NOTHING;
        now = NOTHING;
        highestIndex = -1;
        placed = 0;
    }

    /**
     * The start of the interval.
     *
     * @return in ms since 1970
     */
    public long startMillis() {
        return startMillis;
    }

    /**
     * The end of the interval.
     *
     * @return in ms since 1970, after its start
     */
    public long endMillis() {
        return endMillis;
    }

    /**
     * The last counter with a sample.
     *
     * @return a {@link Layout} index; −1 where no counter has one
     */
    public int highestIndex() {
        return highestIndex;
    }

    /**
     * The number of samples of a counter.
     *
     * @param index a {@link Layout} index from 0 to {@link #highestIndex}; not checked
     * @return 0 or more
     */
    public long countAt(int index) {
        int at = Snapshot.COUNTS + index;
        return now[at] - (at < before.length ? before[at] : 0);
    }

    /**
     * The next counter with a sample.
     *
     * @param from the first {@link Layout} index that it may be
     * @return its index; above {@link #highestIndex} where none has one
     */
    public int nextIndex(int from) {
        int at = Snapshot.COUNTS + from;
        int both = Math.min(now.length, before.length);
        int other = at < both ? Arrays.mismatch(now, at, both, before, at, both) : -1;
        return (other >= 0 ? at + other : Snapshot.nextUsed(now, Math.max(at, both))) - Snapshot.COUNTS;
    }

    /**
     * The number of samples.
     *
     * @return 0 or more, with those that are in no counter
     */
    public long timed() {
        return placed + unplaced();
    }

    /**
     * The number of samples that are in no counter, because the memory cap left none.
     *
     * @return 0 or more
     */
    public long unplaced() {
        return now[Snapshot.UNPLACED] - before[Snapshot.UNPLACED];
    }

    /**
     * The number of calls that were counted and not timed.
     *
     * @return 0 or more
     */
    public long untimed() {
        return untimed;
    }

    /**
     * What was inside the calls that were timed.
     *
     * @return a new object where there were calls; {@link Nesting#hasInside} is false where its owner does not know
     */
    public Nesting nesting() {
        if (insideBefore == null) {
            return Nesting.NONE;
        }
        long[] insideNow = Hub.numbers(reading, Hub.INSIDE, PackedSnapshot.INSIDE_NUMBERS);
        return Nesting.of(placed, this::nextIndex, this::countAt, insideBefore, insideNow);
    }

    /**
     * What measuring a call takes that is timed, as its owner says.
     *
     * @return in ns; 0 where it is not known, or no call has come since the reading before
     */
    public double timedCostNanos() {
        return insideBefore == null ? 0 : Hub.numbers(reading, Hub.COST, 2)[0] / PICOS_PER_NANO;
    }

    /**
     * What measuring a call takes that is counted only, as its owner says.
     *
     * @return in ns; 0 where it is not known, or no call has come since the reading before
     */
    public double countedCostNanos() {
        return insideBefore == null ? 0 : Hub.numbers(reading, Hub.COST, 2)[1] / PICOS_PER_NANO;
    }

    /**
     * The last slow call that had a trace id, if there was one since the start.
     *
     * @return a new object; null where there was none, or the owner does not know
     */
    public TracedCall lastTraced() {
        return reading.get(Hub.TRACED) instanceof Object[] call
                        && call.length >= 3
                        && call[0] instanceof String trace
                        && call[1] instanceof Long nanos
                        && call[2] instanceof Long endMillis
                ? new TracedCall(trace, nanos, endMillis)
                : null;
    }

    /**
     * Whether its owner tells which calls are slow.
     *
     * @return true also where none was
     */
    public boolean knowsSlow() {
        return reading.get(Hub.SLOW) != null;
    }

    /**
     * The number of calls of which it was told that they were slow; they may have ended before.
     *
     * @return 0 or more
     */
    public long slow() {
        return slow;
    }

    private boolean hasNoSample() {
        return highestIndex < 0 && unplaced() == 0;
    }

    /**
     * Whether there was no call.
     *
     * @return true if nothing was timed and nothing counted
     */
    public boolean isEmpty() {
        return hasNoSample() && untimed == 0;
    }

    /**
     * The longest sample.
     *
     * @return in ns; 0 where there is no sample
     */
    public long maxNanos() {
        return hasNoSample() ? 0 : maxOfPeriods();
    }

    /**
     * The greatest maximum of the periods between the snapshots that lies in the highest counter with a sample. Where there is none, it is that
     * of the period before, since a sample may raise its maximum just before a reading and its count just after. Samples that are in no
     * counter set no such bound.
     */
    private long maxOfPeriods() {
        long lower = highestIndex < 0 ? 0 : Layout.lowestNanos(highestIndex);
        long upper =
                unplaced() == 0 ? Math.min(Layout.highestNanos(highestIndex), now[Snapshot.MAX]) : now[Snapshot.MAX];
        long last = now[Snapshot.PERIOD];
        long first = before[0] == 0 ? 0 : before[Snapshot.PERIOD] + 1;
        if (last - first >= Snapshot.PERIODS) {
            return upper;
        }
        long max = maxOfPeriods(first, last, upper);
        if (max < lower && last - first + 1 < Snapshot.PERIODS && first > 0) {
            max = maxOfPeriods(first - 1, first - 1, upper);
        }
        return max >= lower ? max : upper;
    }

    private long maxOfPeriods(long first, long last, long upper) {
        long max = 0;
        for (long period = first; period <= last; period++) {
            long candidate = now[Snapshot.PERIOD_MAX + (int) (period % Snapshot.PERIODS)];
            if (candidate <= upper) {
                max = Math.max(max, candidate);
            }
        }
        return max;
    }

    /**
     * Whether the samples are a uniform choice of the calls.
     *
     * @return false where the share of calls that are timed changed
     */
    public boolean isUniform() {
        return isUniform;
    }

    /**
     * The samples that were below 0 and counted as 0.
     *
     * @return a count
     */
    public long clampedLow() {
        return now[Snapshot.CLAMPED_LOW] - before[Snapshot.CLAMPED_LOW];
    }

    /**
     * The samples that were above the range and counted as its end.
     *
     * @return a count
     */
    public long clampedHigh() {
        return now[Snapshot.CLAMPED_HIGH] - before[Snapshot.CLAMPED_HIGH];
    }

    /**
     * The samples as a histogram.
     *
     * @return a new one, in ns, for the caller to keep and to change
     */
    public Histogram histogram() {
        long longestNanos = highestIndex < 0 ? 0 : Layout.highestNanos(highestIndex);
        Histogram histogram = new Histogram(1, Math.max(SHORTEST_RANGE_NANOS, longestNanos), Layout.SIGNIFICANT_DIGITS);
        histogram.setAutoResize(true);
        addTo(histogram);
        histogram.setStartTimeStamp(startMillis);
        histogram.setEndTimeStamp(endMillis);
        return histogram;
    }

    /**
     * Adds the samples that are in a counter.
     *
     * @param histogram of ns, with a range that takes them
     */
    public void addTo(Histogram histogram) {
        for (int index = nextIndex(0); index <= highestIndex; index = nextIndex(index + 1)) {
            histogram.recordValueWithCount(Layout.lowestNanos(index), countAt(index));
        }
    }
}
