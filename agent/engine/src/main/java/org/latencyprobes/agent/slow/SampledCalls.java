package org.latencyprobes.agent.slow;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.latencyprobes.internal.counts.Counts;
import org.latencyprobes.internal.counts.Layout;
import org.latencyprobes.internal.counts.Strata;
import org.latencyprobes.internal.probe.ProbeRecorder;
import org.latencyprobes.internal.probe.SlowSamples;

/**
 * The samples of calls, of the first {@value #PROBES} probes and outcomes that had some, by periods of {@value #PERIOD_SECONDS} s or less. Each holds up
 * to {@value #MOST} calls, and fewer where many probes have some: {@value #ALL} in all. While somebody watches, it is up to {@value #WATCHED},
 * {@value #ALL_WATCHED} in all. For one thread.
 */
public final class SampledCalls {

    /** How many calls a sample holds. */
    public static final int MOST = 256;

    /** How many it holds of a time that somebody watches. */
    public static final int WATCHED = 2_048;

    /** Of so many probes and outcomes. */
    public static final int PROBES = 512;

    /** How many calls all of them hold. */
    public static final int ALL = 4_096;

    /** The same while somebody watches. */
    public static final int ALL_WATCHED = 16_384;

    private static final long PERIOD_SECONDS = 5;
    private static final long PERIOD_NANOS = TimeUnit.SECONDS.toNanos(PERIOD_SECONDS);

    private final Strata.Reader reader = new Strata.Reader();
    private final Map<Counts, ProbeSample> samples = new IdentityHashMap<>();
    private final Receiver receiver;
    private long thresholdNanos = ProbeSample.NO_THRESHOLD;
    private long countedNanos = ProbeSample.NO_THRESHOLD;
    private boolean isWatched;

    /**
     * The sample of one probe and outcome, of a time that was watched. Not compared: JDK 17 would keep its class for ever.
     *
     * @param probe its name
     * @param tags of the probe
     * @param outcome how the calls ended
     * @param calls the sample
     * @param longest of the longest calls those that are not in it
     * @param lost how many calls of each stratum had no chance to be in it
     * @param most how many calls it may have
     */
    public record Sample(
            String probe,
            Map<String, String> tags,
            String outcome,
            List<SlowCall> calls,
            List<SlowCall> longest,
            double[] lost,
            int most) {}

    /** A receiver of what the sample of a period says. */
    interface Receiver {

        /** Takes a call. */
        void take(WeightedCall call);

        /** Takes how many calls of a stratum there were of which nothing is known. */
        void lost(ProbeRecorder probe, int stratum, long calls);
    }

    /** Samples nothing yet. */
    SampledCalls(Receiver receiver) {
        this.receiver = receiver;
    }

    /** Begins: counters that were there before offer no calls yet. */
    void begin() {
        SlowSamples.forEach((probe, all) -> all.forEach(counts -> {
            if (counts.count() > 0) {
                ProbeSample sample = sampleOf(probe, counts);
                if (sample != null) {
                    sample.skip(reader);
                    sample.follow(thresholdNanos, countedNanos);
                }
            } else {
                counts.offerAbove(Strata.OPEN);
            }
        }));
        closeOthers(); // else each of their calls would be offered, for nothing
    }

    /** Null where there is no room for another. */
    private ProbeSample sampleOf(ProbeRecorder probe, Counts counts) {
        ProbeSample present = samples.get(counts);
        if (present != null || samples.size() == PROBES) {
            return present;
        }
        ProbeSample made = new ProbeSample(probe, counts, MOST);
        samples.put(counts, made);
        made.follow(thresholdNanos, countedNanos);
        if (isWatched) {
            made.watch(most());
        }
        return made;
    }

    /** Of what there is no room for, no call is offered. To be called now and then. */
    void closeOthers() {
        if (samples.size() == PROBES) {
            SlowSamples.forEach((probe, all) -> all.forEach(counts -> {
                if (!samples.containsKey(counts)) {
                    counts.offerAbove(Strata.CLOSED);
                }
            }));
        }
    }

    /** Calls over a threshold are slow, and those over another are counted: {@link ProbeSample#follow}. */
    void follow(long nanos, long toCountNanos) {
        thresholdNanos = nanos;
        countedNanos = toCountNanos;
        for (ProbeSample sample : samples.values()) {
            sample.follow(nanos, toCountNanos);
        }
    }

    /** Takes a call that was offered. Returns whether it is kept, and may be a slow one. */
    boolean add(ProbeRecorder probe, Counts counts, SlowCall call, int priority) {
        ProbeSample sample = sampleOf(probe, counts);
        if (sample == null || !sample.add(call, priority)) {
            call.explanation().set(SlowCall.NOT_WANTED);
            return false;
        }
        return sample.maybeSlow(call);
    }

    /** Whether backends would count a call as slow that was added, by what is known so far. */
    boolean isCounted(Counts counts, SlowCall call) {
        ProbeSample sample = samples.get(counts);
        return sample != null && sample.isCounted(call);
    }

    /** To be called before the ring is emptied. */
    void read() {
        long nowNanos = System.nanoTime();
        for (ProbeSample sample : samples.values()) { // no lambda here and below: the start of a JVM would link them
            if (sample.isDue(nowNanos, PERIOD_NANOS)) {
                sample.read(reader);
            }
        }
    }

    /** The same where all periods are to end. */
    void readAll() {
        for (ProbeSample sample : samples.values()) {
            if (sample.hasCalls() && sample.mayEnd() && !sample.isRead()) {
                sample.read(reader);
            }
        }
    }

    /** Ends the periods of which the calls were read. To be called after the ring was emptied. */
    void tend() {
        int most = most();
        int sum = 0;
        for (ProbeSample sample : samples.values()) {
            if (sample.isRead()) {
                sample.endPeriod(most, receiver);
            } else {
                sample.publish();
            }
            sum += sample.size();
        }
        if (sum > all()) {
            samples.values().forEach(sample -> sample.limit(most));
        }
    }

    /** The same of all periods. Of a probe whose first call has just come nothing was read before. */
    void tendAll() {
        readAll();
        tend();
    }

    private int all() {
        return isWatched ? ALL_WATCHED : ALL;
    }

    /** How many calls a sample may hold. */
    int most() {
        return Math.min(isWatched ? WATCHED : MOST, all() / Math.max(1, withCalls()));
    }

    private int withCalls() {
        int with = 0;
        for (ProbeSample sample : samples.values()) {
            with += sample.isEmpty() ? 0 : 1;
        }
        return with;
    }

    /** What is to be said of the samples' size; empty where each has its full one. */
    String remark() {
        int most = most();
        if (most >= MOST && samples.size() < PROBES) {
            return "";
        }
        return "at most " + Math.min(MOST, most) + " calls of each probe are looked at in " + PERIOD_SECONDS
                + " s, since "
                + withCalls() + " probes and outcomes have calls"
                + (samples.size() < PROBES ? "" : ", and none of those that came after the first " + PROBES);
    }

    /** Begins a time whose calls are one sample. To be called after all periods were ended. */
    void beginWatch() {
        isWatched = true;
        samples.values().forEach(sample -> sample.watch(most()));
    }

    /** Ends it. To be called after all periods were ended. */
    List<Sample> endWatch() {
        List<Sample> found = new ArrayList<>();
        if (isWatched) {
            int most = most();
            isWatched = false;
            samples.values().forEach(sample -> found.add(sample.endWatch(most)));
        }
        return found;
    }

    /** Ends. */
    void end() {
        SlowSamples.forEach((probe, all) -> all.forEach(counts -> counts.offerAbove(Strata.CLOSED)));
        samples.clear();
        isWatched = false;
    }

    /** The least duration that is slow; 0 where none is known. */
    long leastSlowNanos() {
        long least = Layout.MAX_NANOS;
        for (ProbeSample sample : samples.values()) {
            least = Math.min(least, sample.slowNanos());
        }
        return least == Layout.MAX_NANOS ? 0 : least;
    }

    /** Of each probe and outcome. */
    List<ProbeThreshold> thresholds() {
        return samples.values().stream().map(ProbeSample::threshold).toList();
    }
}
