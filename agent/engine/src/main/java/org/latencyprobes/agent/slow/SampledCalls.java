package org.latencyprobes.agent.slow;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.latencyprobes.internal.counts.Counts;
import org.latencyprobes.internal.counts.SlowRing;
import org.latencyprobes.internal.counts.Strata;
import org.latencyprobes.internal.probe.SlowSamples;

/**
 * The samples of calls of a time that somebody observes: of the first {@value #PROBES} probes and outcomes that had calls. Each holds up to {@value #MOST}
 * calls, and fewer where many probes have some: {@value #ALL} in all. For one thread. The memory is some 8 MB at most, and nothing outside of
 * that time.
 */
public final class SampledCalls {

    /** How many calls a sample holds. */
    public static final int MOST = 2_048;

    static final int PROBES = 128;
    static final int ALL = 16_384;

    private static final long TURN_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Strata.Reader reader = new Strata.Reader();
    private final Map<Counts, ProbeSample> samples = new IdentityHashMap<>();
    private long leastNanos;
    private long turnNanos;
    private boolean isOn;

    /**
     * The sample of one probe and outcome. Not compared: JDK 17 would keep its class for ever.
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

    SampledCalls() {}

    /** Begins with nothing; calls from a duration on are asked for, or those beyond a percentile, for which it is 0. */
    void begin(long wantedNanos) {
        samples.clear();
        leastNanos = wantedNanos <= 0 ? Long.MAX_VALUE : wantedNanos;
        isOn = true;
        turnNanos = System.nanoTime();
        SlowRing.sample(true);
        SlowSamples.forEach((probe, all) -> all.forEach(counts -> {
            if (samples.size() < PROBES && counts.count() > 0) {
                samples.put(counts, new ProbeSample(counts, leastNanos, reader));
            } else {
                counts.offerAbove(Strata.OPEN);
            }
        }));
        closeOthers(); // else each of their calls would be offered, for nothing
    }

    /** Of what there is no room for, no call is offered. */
    private void closeOthers() {
        if (samples.size() == PROBES) {
            SlowSamples.forEach((probe, all) -> all.forEach(counts -> {
                if (!samples.containsKey(counts)) {
                    counts.offerAbove(Strata.CLOSED);
                }
            }));
        }
    }

    /** Takes a call that was offered. Returns whether it is kept. */
    boolean add(Counts counts, SlowCall call, int priority) {
        if (!isOn) {
            return false;
        }
        ProbeSample sample = samples.get(counts);
        if (sample == null && samples.size() < PROBES) {
            sample = new ProbeSample(counts, leastNanos);
            samples.put(counts, sample);
        }
        return sample != null && sample.add(call, priority);
    }

    /** To be called after calls were added. */
    void tend() {
        if (!isOn) {
            return;
        }
        samples.values().forEach(ProbeSample::publish);
        boolean isDue = System.nanoTime() - turnNanos >= TURN_NANOS
                || samples.values().stream().mapToInt(ProbeSample::size).sum() > ALL;
        samples.values().forEach(sample -> {
            if (isDue || sample.isFloorDue()) {
                sample.nextTurn(most(), reader);
            }
        });
        if (isDue) {
            turnNanos = System.nanoTime();
            closeOthers();
        }
    }

    private int most() {
        int withCalls = (int)
                samples.values().stream().filter(sample -> !sample.isEmpty()).count();
        return Math.min(MOST, ALL / Math.max(1, withCalls));
    }

    /** Ends. */
    List<Sample> end() {
        isOn = false;
        SlowRing.sample(false);
        List<Sample> found = new ArrayList<>();
        SlowSamples.forEach((probe, all) -> all.forEach(counts -> {
            ProbeSample sample = samples.get(counts);
            if (sample != null) {
                sample.loseBelowFloor(reader); // since the last turn
                found.add(sample.sample(
                        probe.name(),
                        probe.tags(),
                        SlowSamples.outcomeOf(probe, counts).label(),
                        most()));
            }
            counts.offerAbove(Strata.CLOSED);
        }));
        samples.clear();
        return found;
    }
}
