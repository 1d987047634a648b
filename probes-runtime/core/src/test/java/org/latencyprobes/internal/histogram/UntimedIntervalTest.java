package org.latencyprobes.internal.histogram;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.latencyprobes.call.Outcome;
import org.latencyprobes.histogram.Interval;
import org.latencyprobes.histogram.IntervalReader;
import org.latencyprobes.internal.probe.ProbeRecorder;

class UntimedIntervalTest {

    private final ProbeRecorder probe = ProbeRecorder.named("untimed " + System.nanoTime());
    private final IntervalReader reader = IntervalReader.fromNow();

    @Test
    void countsAndSamplesAreEachTrueForThemselves() {
        probe.timesOneIn(16);
        probe.recordNanos(100);
        count(15);
        probe.countUntimed(Outcome.ERROR);
        Interval ok = read("ok");
        assertThat(ok.count()).isEqualTo(16);
        assertThat(ok.timed()).isEqualTo(1);
        assertThat(ok.untimed()).isEqualTo(15);
        assertThat(ok.isUniform()).isTrue();
        count(3);
        assertThat(read("ok").count()).isEqualTo(3);
    }

    @Test
    void errorsAreCountedApart() {
        probe.timesOneIn(0);
        count(2);
        probe.countUntimed(Outcome.ERROR);
        List<Interval> intervals = reader.read();
        assertThat(of(intervals, "error").count()).isEqualTo(1);
        assertThat(of(intervals, "error").maxNanos()).isZero();
        assertThat(of(intervals, "ok").count()).isEqualTo(2);
    }

    @Test
    void aTimeInWhichTheShareChangedIsNotUniform() {
        probe.timesOneIn(1);
        probe.recordNanos(100);
        assertThat(read("ok").isUniform()).isTrue();
        probe.timesOneIn(16);
        count(1);
        assertThat(read("ok").isUniform()).isFalse();
        count(1);
        assertThat(read("ok").isUniform()).isTrue();
        probe.timesOneIn(16);
        count(1);
        assertThat(read("ok").isUniform()).isTrue();
    }

    private void count(int calls) {
        for (int call = 0; call < calls; call++) {
            probe.countUntimed(Outcome.OK);
        }
    }

    private Interval read(String outcome) {
        return of(reader.read(), outcome);
    }

    private Interval of(List<Interval> intervals, String outcome) {
        return intervals.stream()
                .filter(interval -> interval.name().equals(probe.name())
                        && interval.outcome().equals(outcome))
                .findAny()
                .orElseThrow();
    }
}
