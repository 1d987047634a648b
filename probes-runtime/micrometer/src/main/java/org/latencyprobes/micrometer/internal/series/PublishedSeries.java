package org.latencyprobes.micrometer.internal.series;

import static org.latencyprobes.internal.report.UnitFactors.NANOS_PER_SECOND;

import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.HdrHistogram.Histogram;
import org.latencyprobes.internal.counts.Layout;
import org.latencyprobes.internal.counts.Nesting;
import org.latencyprobes.internal.counts.TracedCall;
import org.latencyprobes.internal.histogram.IntervalCounts;

/**
 * A series as one registry publishes it: its running totals, and what came since the publish before.
 *
 * <p>Counts are exact. The sum takes each sample for the middle of its counter and so is at most 0.4 % off. Samples that found no
 * counter (memory cap) are taken for the longest of their interval: late rather than lost. Not thread-safe.
 *
 * @param <L> the form that its backend has of tags
 */
public final class PublishedSeries<L> {

    private static final long[] NONE = {};

    private final MappedId<L> id;
    private final SeriesKey source;
    private final List<BucketBoundary> bounds;
    private final List<BucketBoundary> slos;
    /** Samples at or below each bound and above the one before; the last entry is those above all. */
    private final long[] between;

    private final long[] over;
    /** Made for the first sample, since most outcomes have none. */
    private long[] exponential = NONE;
    /** The first and last of them that is not 0; none at first. */
    private int lowest = Exponential.LENGTH;

    private int highest = -1;
    private long zeros;
    private long count;
    private long untimed;
    private long doubleSumNanos;
    private final boolean withPercentiles;
    /** Null before the first sample, and where no percentiles are published. */
    private Histogram recent;

    private long recentMaxNanos;
    private long startMillis = Long.MAX_VALUE;
    private long endMillis;
    private long slow;
    private boolean hasSlow;
    private boolean hasInside;
    private double recentMeasuringNanos;
    private double recentUsualNanos;
    private double measuringShare;
    private final SeriesExemplar exemplar = new SeriesExemplar();
    private MeterIds.Others<L> others;
    private Object form;

    /**
     * Creates a series without samples.
     *
     * @param source the first one of those that share the id
     */
    PublishedSeries(MappedId<L> id, SeriesKey source, BindingSettings settings, boolean withPercentiles) {
        this.id = id;
        this.source = source;
        this.bounds = settings.bounds();
        this.slos = settings.slos();
        this.between = new long[bounds.size() + 1];
        this.over = new long[slos.size()];
        this.withPercentiles = withPercentiles;
    }

    /** What is told of slow calls is found out anew. */
    void beginPoll() {
        hasSlow = false;
    }

    /** Adds an interval. */
    void add(IntervalCounts interval) {
        TracedCall before = exemplar.last();
        long startBefore = startMillis;
        addNesting(interval.nesting(), interval.timedCostNanos(), interval.countedCostNanos());
        exemplar.add(interval.lastTraced());
        startMillis = Math.min(startMillis, interval.startMillis());
        if (!interval.isEmpty() || exemplar.last() != before || startMillis != startBefore) {
            form = null;
        }
        endMillis = interval.endMillis();
        untimed += interval.untimed();
        slow += interval.slow();
        hasSlow |= interval.knowsSlow();
        long maxNanos = interval.maxNanos();
        recentMaxNanos = Math.max(recentMaxNanos, maxNanos);
        int highestIndex = interval.highestIndex();
        for (int index = interval.nextIndex(0); index <= highestIndex; index = interval.nextIndex(index + 1)) {
            long samples = interval.countAt(index);
            add(index, samples);
            if (withPercentiles) {
                addRecent(index, samples);
            }
        }
        if (interval.unplaced() > 0) {
            add(Layout.indexOf(maxNanos), interval.unplaced());
        }
    }

    private void addRecent(int index, long samples) {
        if (recent == null) {
            recent = new Histogram(Layout.SIGNIFICANT_DIGITS);
        }
        recent.recordValueWithCount(Layout.lowestNanos(index), samples);
    }

    private void addNesting(Nesting nesting, double timedNanos, double countedNanos) {
        hasInside |= nesting.hasInside();
        recentMeasuringNanos += nesting.measuringNanos(timedNanos, countedNanos);
        recentUsualNanos += nesting.usualNanos();
        if (recentUsualNanos > 0) {
            measuringShare = Math.min(1, recentMeasuringNanos / recentUsualNanos);
        }
    }

    private void add(int index, long samples) {
        count += samples;
        doubleSumNanos += samples * (Layout.lowestNanos(index) + Layout.highestNanos(index));
        if (index == 0) {
            zeros += samples;
        } else {
            int at = Exponential.positionOf(index);
            exponential = exponential == NONE ? new long[Exponential.LENGTH] : exponential;
            exponential[at] += samples;
            lowest = Math.min(lowest, at);
            highest = Math.max(highest, at);
        }
        int bound = 0;
        while (bound < bounds.size() && index > bounds.get(bound).index()) {
            bound++;
        }
        between[bound] += samples;
        for (int slo = 0; slo < over.length; slo++) {
            if (index > slos.get(slo).index()) {
                over[slo] += samples;
            }
        }
    }

    /** Forgets what came recently. */
    public void endRecent() {
        exemplar.endRecent();
        recentMaxNanos = 0;
        recentMeasuringNanos = 0;
        recentUsualNanos = 0;
        if (recent != null) {
            recent.reset();
        }
    }

    /** Begins its totals anew, where the next interval starts. */
    void clear() {
        exemplar.clear();
        clearTotals();
        startMillis = Long.MAX_VALUE;
        endRecent();
    }

    /** Begins its totals anew, at the end of the last reading: for backends that are sent differences. */
    public void restart() {
        clearTotals();
        startMillis = endMillis;
        endRecent();
    }

    private void clearTotals() {
        form = null;
        Arrays.fill(between, 0);
        Arrays.fill(over, 0);
        Arrays.fill(exponential, 0);
        lowest = Exponential.LENGTH;
        highest = -1;
        zeros = 0;
        count = 0;
        untimed = 0;
        slow = 0;
        doubleSumNanos = 0;
    }

    /** What a backend has made of its durations; null once these are others. */
    public Object form() {
        return form;
    }

    public void form(Object present) {
        form = present;
    }

    /** Writes all metrics of it that filters let through. */
    public void writeTo(MetricsWriter<L> writer) {
        if (id.isAccepted()) {
            writer.histogram(id, this);
        }
        if (others.calls() != null && others.calls().isAccepted()) {
            writer.calls(others.calls(), MeterNames.ABOUT_CALLS, this, calls());
        }
        if (hasSlow && others.slow() != null && others.slow().isAccepted()) {
            writer.calls(others.slow(), MeterNames.ABOUT_SLOW_CALLS, this, slow);
        }
        if (hasInside && others.share() != null && others.share().isAccepted()) {
            writer.measuringShare(others.share(), this);
        }
        if (others.max().isAccepted()) {
            writer.max(others.max(), this);
        }
        for (int slo = 0; slo < others.over().size(); slo++) {
            if (others.over().get(slo).isAccepted()) {
                writer.calls(others.over().get(slo), MeterNames.ABOUT_SLO_OVER, this, over[slo]);
            }
        }
    }

    /** Maps the ids of its other metrics, unless that has been done. */
    public void mapOthers(Function<SeriesKey, MeterIds.Others<L>> mapping) {
        if (others == null) {
            others = mapping.apply(source);
        }
    }

    public MappedId<L> id() {
        return id;
    }

    public SeriesKey source() {
        return source;
    }

    /** When its counts began, in ms since 1970. */
    public long startMillis() {
        return startMillis;
    }

    /** When it was last read, in ms since 1970. */
    public long endMillis() {
        return endMillis;
    }

    /** How many samples there are. */
    public long count() {
        return count;
    }

    /** How many calls there were, timed or not. */
    public long calls() {
        return count + untimed;
    }

    /** How many calls were slow. */
    public long slow() {
        return slow;
    }

    /** Whether it is told which calls are slow. */
    public boolean hasSlow() {
        return hasSlow;
    }

    /** Says that it will be told. */
    void mayHaveSlow() {
        hasSlow = true;
    }

    public long sumNanos() {
        return doubleSumNanos / 2;
    }

    public double sumSeconds() {
        return doubleSumNanos / (2 * NANOS_PER_SECOND);
    }

    public long zeros() {
        return zeros;
    }

    /** Counts by {@link Exponential#positionOf} from {@link #lowest} to {@link #highest}; to be read only. */
    public long[] exponential() {
        return exponential;
    }

    /** The first of these that is not 0; above {@link #highest} if all are. */
    public int lowest() {
        return lowest;
    }

    /** The last of these that is not 0. */
    public int highest() {
        return highest;
    }

    /** Counts between the bounds; to be read only. */
    public long[] between() {
        return between;
    }

    /** How many samples are at or below a bound. */
    public long upTo(int bound) {
        long samples = 0;
        for (int i = 0; i <= bound; i++) {
            samples += between[i];
        }
        return samples;
    }

    /** How many samples are above an SLO's boundary. */
    public long over(int slo) {
        return over[slo];
    }

    public long recentMaxNanos() {
        return recentMaxNanos;
    }

    public double recentMaxSeconds() {
        return recentMaxNanos / NANOS_PER_SECOND;
    }

    public SeriesExemplar exemplar() {
        return exemplar;
    }

    /** Whether there ever was a call of a probe inside one of its own. */
    public boolean hasInside() {
        return hasInside;
    }

    /** The share of measuring in the calls that came recently; where none came, in those before. */
    public double measuringShare() {
        return measuringShare;
    }

    /** A percentile of what came recently, in ns: the middle of its counter, and not above the longest; 0 if nothing came. */
    public long recentNanosAt(double percentile) {
        if (recent == null || recent.getTotalCount() == 0) {
            return 0;
        }
        long nanos = recent.medianEquivalentValue(recent.getValueAtPercentile(100 * percentile));
        return percentile == 1 ? recentMaxNanos : Math.min(nanos, recentMaxNanos);
    }

    /** What it is. */
    public String about() {
        return MeterNames.about(source);
    }
}
