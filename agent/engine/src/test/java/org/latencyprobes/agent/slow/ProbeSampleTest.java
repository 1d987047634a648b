package org.latencyprobes.agent.slow;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.StringJoiner;
import org.junit.jupiter.api.Test;
import org.latencyprobes.internal.counts.Counts;
import org.latencyprobes.internal.counts.Strata;
import org.latencyprobes.internal.probe.ProbeRecorder;

/** Tests of one sample that depend on no clock. */
final class ProbeSampleTest {

    private static final int MOST = 64;

    private final ProbeRecorder probe = ProbeRecorder.unregistered("ProbeSampleTest");
    private final Counts counts = new Counts(probe, true);
    private final ProbeSample sample = new ProbeSample(probe, counts, MOST);
    private final Strata.Reader reader = new Strata.Reader();
    private final Random random = new Random(45);
    private StringJoiner said = new StringJoiner("\n");

    private final SampledCalls.Receiver receiver = new SampledCalls.Receiver() {

        @Override
        public void take(WeightedCall call) {
            said.add(call.call().nanos() + " " + call.standsFor() + " " + call.isSlow() + " " + call.isCounted());
        }

        @Override
        public void lost(ProbeRecorder of, int stratum, long calls) {
            said.add("lost " + stratum + " " + calls);
        }
    };

    private void call(ProbeSample to, long nanos) {
        counts.record(nanos);
        int priority = random.nextInt(Strata.EACH);
        if (priority < counts.strata().bound(Strata.of(nanos))) {
            to.add(new SlowCall("", Map.of(), "", 0, nanos, 0, "", 0, 0), priority);
        }
    }

    private void period(int calls) {
        for (int call = 0; call < calls; call++) {
            call(sample, (long) (5_000 * StrictMath.exp(1.5 * random.nextGaussian())));
            if (call % 1_000 == 999) {
                sample.publish();
            }
        }
        sample.read(reader);
        sample.endPeriod(MOST, receiver);
    }

    /** The number was taken when each stratum had its place in arrays from the start. */
    @Test
    void theSameCallsGiveTheSameSample() {
        sample.skip(reader);
        sample.follow(ProbeSample.NO_THRESHOLD, ProbeSample.NO_THRESHOLD);
        for (int period = 0; period < 20; period++) {
            period(period % 5 == 4 ? 10 : 700 * period);
        }
        sample.watch(2 * MOST);
        for (int period = 0; period < 5; period++) {
            period(3_000);
        }
        sample.limit(MOST / 2);
        sample.follow(100_000, 200_000);
        period(5_000);
        SampledCalls.Sample all = sample.endWatch(MOST);
        all.calls().forEach(call -> said.add("in " + call.nanos()));
        all.longest().forEach(call -> said.add("longest " + call.nanos()));
        ProbeThreshold threshold = sample.threshold();
        said.add(Arrays.toString(all.lost())).add(threshold.thresholdNanos() + " " + threshold.over());
        assertThat(said.toString().lines()).hasSizeGreaterThan(400);
        assertThat(said.toString().hashCode()).isEqualTo(442945354);
    }

    /** Where each stratum had its place in arrays from the start, these were 6.2 KB. */
    @Test
    void aSampleKeepsWhatItsPresentStrataNeed() {
        List<ProbeSample> many = new ArrayList<>();
        long beforeBytes = usedBytes();
        for (int one = 0; one < 2_000; one++) {
            ProbeSample made = new ProbeSample(probe, counts, MOST);
            for (int call = 0; call < 100; call++) {
                call(made, 10_000 << call % 3);
            }
            made.read(reader);
            made.endPeriod(MOST, receiver);
            many.add(made);
        }
        assertThat((usedBytes() - beforeBytes) / many.size()).isLessThan(6_200 / 2);
    }

    private long usedBytes() {
        said = new StringJoiner("\n");
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }
}
