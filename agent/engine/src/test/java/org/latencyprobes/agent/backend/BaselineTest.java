package org.latencyprobes.agent.backend;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.latencyprobes.histogram.Interval;
import org.latencyprobes.histogram.IntervalReader;
import org.latencyprobes.probe.LatencyProbe;

class BaselineTest {

    private static final String NAME = "of a backend that is opened anew";

    /** Its closing was given up; the next one is open already. */
    @Test
    void aBackendThatTakesBackTooLateChangesNothingForTheNext() {
        LatencyProbe probe = LatencyProbe.named(NAME);
        Baseline baseline = new Baseline(new IntervalReader());
        IntervalReader former = baseline.get();
        probe.sampleNanos(1);
        former.read();
        IntervalReader next = baseline.get();
        probe.sampleNanos(2);
        assertThat(calls(next.read())).isEqualTo(1);
        former.unread();
        assertThat(calls(next.read())).isZero();
        probe.sampleNanos(3);
        assertThat(calls(former.read())).isEqualTo(3);
        assertThat(calls(next.read())).isEqualTo(1);
    }

    private static long calls(List<Interval> intervals) {
        return intervals.stream()
                .filter(interval -> interval.name().equals(NAME))
                .mapToLong(Interval::count)
                .sum();
    }
}
