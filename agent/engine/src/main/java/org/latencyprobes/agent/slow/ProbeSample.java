package org.latencyprobes.agent.slow;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.stream.Stream;
import org.latencyprobes.internal.counts.Counts;
import org.latencyprobes.internal.counts.Strata;
import org.latencyprobes.internal.probe.ProbeRecorder;
import org.latencyprobes.internal.probe.SlowSamples;

/**
 * The sample of the calls of one probe and outcome, by periods. At a period's end it is told of each call how many it stands for, and the next sample
 * begins. While somebody watches, the samples of the periods also become one of the whole time. For one thread.
 */
final class ProbeSample {

    /** How many of the longest calls of a period are taken, whatever they draw, and of a watch are kept; no more than the sample may hold. */
    static final int LONGEST = 64;

    /** The threshold where the user has set none. */
    static final long NO_THRESHOLD = Long.MAX_VALUE;

    /** The threshold of what is counted where nothing is. */
    static final long NONE_COUNTED = NO_THRESHOLD - 1;

    /** With fewer calls nothing is usual or slow. */
    static final long CALLS_TO_JUDGE = 20;

    /** So many calls are enough for the first floor. */
    private static final long CALLS_FOR_A_FLOOR = 1_000;

    /**
     * The same while somebody watches, and with fewer in a period there is none: what is usual while a JVM warms up may be longer than the percentile of
     * the whole time.
     */
    private static final long WATCHED_CALLS_FOR_A_FLOOR = 10_000;

    /** With more calls, half of them are forgotten with each period: what was usual at the start is not for ever. */
    private static final long MANY = 10_000;

    /** Of a thousand calls so many are above the floor, and of fewer calls as many. */
    private static final long ABOVE_FLOOR = 50;

    /** And so many are slow. */
    private static final long SLOW = 10;

    private static final long THOUSAND = 1_000;

    private static final Sums NOTHING = new Sums();

    private final ProbeRecorder probe;
    private final Counts counts;
    private final StratumPool<SlowCall> pool;
    private final Queue<SlowCall> longest = new PriorityQueue<>(SlowCall.BY_DURATION);
    /** Null for those that had no call: a probe uses few of them. */
    private final Sums[] strata = new Sums[Strata.COUNT];

    private long thresholdNanos = NO_THRESHOLD;
    private long countedNanos = NO_THRESHOLD;
    private int floor;
    private int firstSlow = Strata.COUNT;
    private int firstUnusual = Strata.COUNT;
    /** Strata from there on are sampled in full. */
    private int notUsual;

    private int mostLongest = LONGEST;
    /**
     * The shortest of the longest of the period before; 0 where they were few. The next ones will be about as long, so that only for a longer call
     * the application is asked for its trace id.
     */
    private long leastLongest;

    private long offers;
    private long offersBefore;
    private boolean isToPublish;
    private boolean isRead;
    private long countAtRead;
    private long periodNanos = System.nanoTime();
    private Watched watched;

    /** How many calls of a stratum there were. */
    private static final class Sums {

        private long lost;
        /** Those that earlier periods had. */
        private long accounted;

        private long ofPeriod;
        private long recent;
    }

    /** What is known of the time that somebody watches. */
    private static final class Watched {

        private final StratumPool<SlowCall> pool = new StratumPool<>(SampledCalls.WATCHED);
        private final Queue<SlowCall> longest = new PriorityQueue<>(SlowCall.BY_DURATION);
        private final double[] lost = new double[Strata.COUNT];
    }

    /** Begins with nothing. */
    ProbeSample(ProbeRecorder probe, Counts counts, int most) {
        this.probe = probe;
        this.counts = counts;
        pool = new StratumPool<>(most);
    }

    /** The calls so far are no part of it; they say what is usual. */
    void skip(Strata.Reader reader) {
        read(reader);
        isRead = false;
        used().forEach(sums -> {
            sums.accounted = sums.ofPeriod;
            sums.recent = sums.ofPeriod;
            sums.ofPeriod = 0;
        });
    }

    private Sums of(int stratum) {
        strata[stratum] = strata[stratum] == null ? new Sums() : strata[stratum];
        return strata[stratum];
    }

    /** To be read only. */
    private Sums at(int stratum) {
        return strata[stratum] == null ? NOTHING : strata[stratum];
    }

    private long recent() {
        long sum = 0;
        for (Sums sums : strata) { // not a stream of numbers: its classes would be loaded at the start of a JVM
            sum += sums == null ? 0 : sums.recent;
        }
        return sum;
    }

    private Stream<Sums> used() {
        return Arrays.stream(strata).filter(Objects::nonNull);
    }

    /** Calls over the first are slow, in ns, and those over the second are counted; for {@link #NO_THRESHOLD} those that are not usual. */
    void follow(long nanos, long toCountNanos) {
        thresholdNanos = nanos;
        countedNanos = toCountNanos;
        setFloor();
    }

    private boolean hasThreshold() {
        return thresholdNanos != NO_THRESHOLD;
    }

    /**
     * Calls like the median are usual: where all take about as long, each would draw, so that only a watch has those beyond the percentile among them.
     */
    private void setFloor() {
        long calls = recent();
        int least = hasThreshold() ? Strata.of(Math.min(thresholdNanos, countedNanos)) : Strata.COUNT;
        int aboveFloor = stratumAbove(calls, ABOVE_FLOOR);
        int aboveMost = stratumAbove(calls, SLOW);
        int aboveMedian = stratumAbove(calls, THOUSAND / 2);
        firstUnusual = calls < CALLS_TO_JUDGE ? Strata.COUNT : Math.max(aboveMost, aboveMedian + 1);
        firstSlow = Math.min(least, firstUnusual);
        boolean areFew = watched == null
                ? aboveFloor == 0 && calls < CALLS_FOR_A_FLOOR
                : used().mapToLong(sums -> sums.ofPeriod).sum() < WATCHED_CALLS_FOR_A_FLOOR;
        floor = areFew ? 0 : Math.min(firstSlow, watched == null ? aboveFloor + 1 : aboveFloor);
        notUsual = watched == null ? firstSlow : Math.min(least, areFew ? aboveMedian : aboveMost);
        counts.offerAbove(floor == 0 ? Strata.OPEN : Strata.lowestNanos(floor) - 1);
    }

    /** The stratum in which the call lies that so many of a thousand exceed, and of fewer calls as many. */
    private int stratumAbove(long calls, long ofThousand) {
        long left = Math.max(ofThousand <= ABOVE_FLOOR ? ofThousand : 0, calls * ofThousand / THOUSAND);
        int stratum = Strata.COUNT - 1;
        while (stratum > 0 && left >= at(stratum).recent) {
            left -= at(stratum--).recent;
        }
        return stratum;
    }

    /** Takes a call that was offered. Returns whether it is kept. */
    boolean add(SlowCall call, int priority) {
        offers++;
        isToPublish = true;
        boolean isLongest = addTo(longest, call);
        SlowCall evicted = pool.offer(Strata.of(call.nanos()), priority, call);
        if (evicted != null && !maybeSlow(evicted) && !longest.contains(evicted)) { // else it may be in a list
            evicted.explanation().compareAndSet(null, SlowCall.NOT_WANTED);
        }
        return evicted != call || isLongest;
    }

    private boolean addTo(Queue<SlowCall> all, SlowCall call) {
        if (all.size() >= mostLongest && call.nanos() <= all.element().nanos()) {
            return false;
        }
        all.add(call);
        shorten(all);
        return true;
    }

    private void shorten(Queue<SlowCall> all) {
        while (all.size() > mostLongest) {
            all.remove();
        }
    }

    /** Whether a call is slow by what is known so far, or nothing is known. */
    boolean maybeSlow(SlowCall call) {
        return firstSlow == Strata.COUNT || isSlow(call);
    }

    private boolean isSlow(SlowCall call) {
        return call.nanos() > slowNanos();
    }

    /** Whether a call would be counted as slow, by what is known so far. */
    boolean isCounted(SlowCall call) {
        return call.nanos() > countedNanos();
    }

    /** Longer calls are slow, in ns. */
    long slowNanos() {
        return hasThreshold() ? thresholdNanos : Strata.lowestNanos(firstSlow) - 1;
    }

    /** The same of those that are counted. */
    private long countedNanos() {
        return countedNanos == NO_THRESHOLD ? Strata.lowestNanos(firstUnusual) - 1 : countedNanos;
    }

    /** Makes pool and threads have the same bounds, after calls were added: either may have lowered one. */
    void publish() {
        if (!isToPublish) {
            return;
        }
        isToPublish = false;
        Strata offered = counts.strata();
        for (int stratum = 0; stratum < Strata.COUNT; stratum++) {
            int presentBound = offered.bound(stratum);
            long lostCalls = offered.takeLost(stratum);
            if (lostCalls > 0) {
                of(stratum).lost += lostCalls;
            }
            offers += lostCalls;
            pool.lower(stratum, presentBound);
            offered.lower(stratum, pool.bound(stratum));
        }
        offered.looked();
        if (longest.size() >= mostLongest) {
            long least = longest.element().nanos();
            offered.longest(least, Math.max(leastLongest, least));
        }
    }

    /** Whether the period is to end: it is over, and had calls, or there are enough for the first floor. */
    boolean isDue(long nowNanos, long lengthNanos) {
        if (floor == 0
                && counts.count() - countAtRead >= (watched == null ? CALLS_FOR_A_FLOOR : WATCHED_CALLS_FOR_A_FLOOR)) {
            return true;
        }
        if (nowNanos - periodNanos < lengthNanos) {
            return false;
        }
        periodNanos = nowNanos;
        return hasCalls() && mayEnd();
    }

    /** Whether calls came since the last reading. */
    boolean hasCalls() {
        return offers > 0 || counts.count() != countAtRead;
    }

    /** False where there are so few calls that none would be counted as slow, however long: more are waited for. */
    boolean mayEnd() {
        return countedNanos != NO_THRESHOLD || counts.count() >= CALLS_TO_JUDGE;
    }

    /** Reads how many calls there were, before those that were offered are taken: then there is none among them that is not. */
    void read(Strata.Reader reader) {
        countAtRead = counts.count();
        long[] calls = reader.read(counts);
        for (int stratum = 0; stratum < Strata.COUNT; stratum++) {
            if (calls[stratum] > 0) {
                of(stratum).ofPeriod = calls[stratum];
            }
        }
        isRead = true;
    }

    boolean isRead() {
        return isRead;
    }

    /** Ends the period, whose calls were read; hands over those that are not usual. */
    void endPeriod(int most, SampledCalls.Receiver each) {
        isToPublish = true;
        publish();
        for (int stratum = 0; stratum < Strata.COUNT; stratum++) {
            if (strata[stratum] == null && pool.size(stratum) == 0) {
                continue;
            }
            Sums sums = of(stratum);
            // one may be counted after it was offered
            long calls = Math.max(pool.size(stratum), sums.ofPeriod - sums.accounted);
            sums.ofPeriod = calls;
            sums.accounted += calls;
            sums.recent += calls;
            if (watched != null && stratum < floor) {
                watched.lost[stratum] += calls;
            }
        }
        setFloor();
        for (int stratum = firstSlow; stratum < Strata.COUNT; stratum++) {
            if (at(stratum).ofPeriod > 0) {
                count(stratum, pool.calls(stratum), at(stratum).ofPeriod, each);
            }
        }
        if (watched != null) {
            addToWatch(most);
        }
        begin(most);
    }

    private void addToWatch(int most) {
        pool.addTo(watched.pool);
        watched.pool.limit(most, notUsual);
        longest.forEach(call -> addTo(watched.longest, call));
        shorten(watched.longest);
        Arrays.setAll(watched.lost, stratum -> watched.lost[stratum] + at(stratum).lost);
    }

    /** Each call stands for as many, but for what divides unevenly: their sum is exact. */
    private void count(int stratum, List<SlowCall> sampled, long calls, SampledCalls.Receiver each) {
        long over = sampled.isEmpty() && Strata.lowestNanos(stratum) > countedNanos() ? calls : 0;
        long unknown = sampled.isEmpty() ? calls : Math.min(calls, at(stratum).lost);
        if (unknown > 0) {
            each.lost(probe, stratum, unknown);
        }
        for (int i = 0; i < sampled.size(); i++) {
            long standsFor = (i + 1) * calls / sampled.size() - i * calls / sampled.size();
            SlowCall call = sampled.get(i);
            over += isCounted(call) ? standsFor : 0;
            each.take(new WeightedCall(call, standsFor, isSlow(call), isCounted(call)));
        }
        counts.addSlow(over);
    }

    private void begin(int most) {
        isRead = false;
        offersBefore = offers;
        offers = 0;
        periodNanos = System.nanoTime();
        leastLongest = longest.size() < mostLongest ? 0 : longest.element().nanos();
        counts.strata().longest(leastLongest == 0 ? Strata.CLOSED : leastLongest, leastLongest);
        longest.clear();
        used().forEach(sums -> sums.lost = 0);
        mostLongest = Math.min(LONGEST, most);
        pool.restart(stratum -> at(stratum).ofPeriod, most, notUsual);
        for (int stratum = 0; stratum < Strata.COUNT; stratum++) {
            counts.strata().raise(stratum, pool.bound(stratum));
        }
        if (recent() > MANY) {
            used().forEach(sums -> sums.recent /= 2);
        }
    }

    /**
     * Has the samples of the periods from now on become one. Each call above the floor is offered at first. To be called when a period has ended; one
     * that may not end goes on, with calls that ended before: whoever is given the sample knows when it began.
     */
    void watch(int most) {
        watched = new Watched();
        setFloor();
        if (size() == 0) {
            used().forEach(sums -> sums.ofPeriod = 0);
            begin(most);
        } else {
            limit(most);
        }
    }

    /** The longest of the period, in no order. */
    Queue<SlowCall> longest() {
        return longest;
    }

    /** How many calls are in the sample or, where these are more, among the longest. */
    int size() {
        return Math.max(pool.size(), longest.size());
    }

    /** No call has been offered in this period and the one before. */
    boolean isEmpty() {
        return offers == 0 && offersBefore == 0;
    }

    /** Gives up calls that are more than it may hold. */
    void limit(int most) {
        pool.limit(most, notUsual);
        mostLongest = Math.min(LONGEST, most);
        shorten(longest);
        isToPublish = true;
    }

    /** Ends that, as it began. */
    SampledCalls.Sample endWatch(int most) {
        if (pool.size() > 0) {
            addToWatch(most);
        }
        List<SlowCall> inSample = watched.pool.calls();
        List<SlowCall> others = new ArrayList<>(watched.longest);
        others.removeAll(inSample);
        double[] lostInAll = watched.lost;
        watched = null;
        String outcome = SlowSamples.outcomeOf(probe, counts).label();
        return new SampledCalls.Sample(probe.name(), probe.tags(), outcome, inSample, others, lostInAll, most);
    }

    /** By what is known so far. */
    ProbeThreshold threshold() {
        return new ProbeThreshold(probe.name(), probe.tags(), countedNanos(), counts.slowCalls());
    }
}
