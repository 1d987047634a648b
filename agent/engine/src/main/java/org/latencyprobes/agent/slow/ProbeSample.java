package org.latencyprobes.agent.slow;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Queue;
import org.latencyprobes.internal.counts.Counts;
import org.latencyprobes.internal.counts.Strata;

/** The sample of one probe's calls, with those of the longest that are not in it, and how many calls had no chance to be. For one thread. */
final class ProbeSample {

    /** How many of the longest calls are kept. */
    static final int LONGEST = 64;

    /** With fewer calls each is offered. */
    static final long FEWEST = 1_000;

    /** Of a thousand calls so many are above the floor. */
    private static final long ABOVE_FLOOR = 50;

    /** And so many are not usual. */
    private static final long NOT_USUAL = 10;

    private static final long THOUSAND = 1_000;

    private final Counts counts;
    private final StratumPool<SlowCall> pool;
    private final Queue<SlowCall> longest = new PriorityQueue<>(Longest.BY_DURATION);
    private final double[] lost = new double[Strata.COUNT];
    private final long[] atBegin = new long[Strata.COUNT];
    private final long[] before = new long[Strata.COUNT];
    private final long[] now = new long[Strata.COUNT];
    private final long leastNanos;
    private int floor;
    private boolean isFloorSet;
    private long offers;

    /**
     * Begins with nothing, of calls that have all been offered.
     *
     * @param leastNanos from where on calls are asked for; {@link Long#MAX_VALUE} for those beyond a percentile
     */
    ProbeSample(Counts counts, long leastNanos) {
        this.counts = counts;
        this.leastNanos = leastNanos;
        pool = new StratumPool<>(SampledCalls.MOST);
    }

    /** Begins with nothing, of those from now on; what came before says what is usual. */
    ProbeSample(Counts counts, long leastNanos, Strata.Reader reader) {
        this(counts, leastNanos);
        reader.read(counts, atBegin);
        System.arraycopy(atBegin, 0, before, 0, before.length);
        for (int stratum = 0; stratum < Strata.COUNT; stratum++) {
            counts.strata().takeLost(stratum);
        }
        floor = Math.min(stratumAbove(atBegin, ABOVE_FLOOR), ofLeast());
        counts.offerAbove(Strata.CLOSED); // bounds of an earlier time go
        counts.offerAbove(floorNanos());
    }

    private int ofLeast() {
        return leastNanos == Long.MAX_VALUE ? Strata.COUNT : Strata.of(leastNanos);
    }

    private long floorNanos() {
        return floor == 0 ? Strata.OPEN : Strata.lowestNanos(floor) - 1;
    }

    /** The stratum in which the call lies that so many of a thousand exceed; the first one where there are few calls. */
    private static int stratumAbove(long[] byStratum, long ofThousand) {
        long calls = 0;
        for (long ofStratum : byStratum) {
            calls += ofStratum;
        }
        if (calls < FEWEST) {
            return 0;
        }
        long left = calls * ofThousand / THOUSAND;
        int stratum = Strata.COUNT - 1;
        while (stratum > 0 && left >= byStratum[stratum]) {
            left -= byStratum[stratum--];
        }
        return stratum;
    }

    /** Takes a call that was offered. Returns whether it is kept. */
    boolean add(SlowCall call, int priority) {
        offers++;
        boolean isLongest =
                longest.size() < LONGEST || call.nanos() > longest.element().nanos();
        if (isLongest) {
            longest.add(call);
            if (longest.size() > LONGEST) {
                longest.remove();
            }
        }
        SlowCall evicted = pool.offer(Strata.of(Math.max(0, call.nanos())), priority, call);
        boolean isKept = evicted != call || isLongest;
        if (evicted != null && !evicted.isSlow() && !longest.contains(evicted)) {
            evicted.explanation().compareAndSet(null, SlowCall.NOT_WANTED);
        }
        return isKept;
    }

    /** Makes pool and threads have the same bounds, after calls were added: either may have lowered one. */
    void publish() {
        for (int stratum = 0; stratum < Strata.COUNT; stratum++) {
            int presentBound = counts.strata().bound(stratum);
            long lostCalls = counts.strata().takeLost(stratum);
            lost[stratum] += lostCalls;
            offers += lostCalls;
            pool.lower(stratum, presentBound);
            counts.strata().lower(stratum, pool.bound(stratum));
        }
        counts.strata().looked();
        if (longest.size() == LONGEST) {
            counts.strata().longest(longest.element().nanos());
        }
    }

    /** Whether there are calls enough for the first floor. */
    boolean isFloorDue() {
        return !isFloorSet && offers >= FEWEST;
    }

    /** Reads how many calls there were. Those below the floor had no chance to be in the sample: they are among the lost ones of their stratum. */
    void loseBelowFloor(Strata.Reader reader) {
        reader.read(counts, now);
        for (int stratum = 0; stratum < floor; stratum++) {
            lost[stratum] += now[stratum] - before[stratum];
        }
        System.arraycopy(now, 0, before, 0, now.length);
    }

    /** Reads how many calls there were, and sets the floor anew. */
    void nextTurn(int most, Strata.Reader reader) {
        isFloorSet |= offers >= FEWEST;
        loseBelowFloor(reader);
        for (int stratum = 0; stratum < Strata.COUNT; stratum++) {
            now[stratum] -= atBegin[stratum];
        }
        floor = Math.min(stratumAbove(now, ABOVE_FLOOR), ofLeast());
        counts.offerAbove(floorNanos());
        pool.limit(most, Math.min(stratumAbove(now, NOT_USUAL), ofLeast()));
        publish();
    }

    /** How many calls are in the sample. */
    int size() {
        return pool.size();
    }

    /** No call has been offered yet. */
    boolean isEmpty() {
        return offers == 0;
    }

    /** What is known at the end. */
    SampledCalls.Sample sample(String probe, Map<String, String> tags, String outcome, int most) {
        List<SlowCall> inSample = pool.calls();
        List<SlowCall> others = new ArrayList<>(longest);
        others.removeAll(inSample);
        return new SampledCalls.Sample(probe, tags, outcome, inSample, others, lost.clone(), most);
    }
}
