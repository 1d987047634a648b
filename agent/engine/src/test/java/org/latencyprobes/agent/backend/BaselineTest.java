package org.latencyprobes.agent.backend;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.latencyprobes.internal.histogram.CountsReader;
import org.latencyprobes.internal.probe.ProbeRecorder;

class BaselineTest {

    private static final String NAME = "of a backend that is opened anew";

    /** Its closing was given up; the next one is open already. */
    @Test
    void aBackendThatTakesBackTooLateChangesNothingForTheNext() {
        ProbeRecorder probe = ProbeRecorder.named(NAME);
        Baseline baseline = new Baseline(new CountsReader());
        CountsReader former = baseline.get();
        probe.recordNanos(1);
        former.skip();
        CountsReader next = baseline.get();
        probe.recordNanos(2);
        assertThat(calls(next)).isEqualTo(1);
        former.unread();
        assertThat(calls(next)).isZero();
        probe.recordNanos(3);
        assertThat(calls(former)).isEqualTo(3);
        assertThat(calls(next)).isEqualTo(1);
    }

    private static long calls(CountsReader reader) {
        long[] calls = {0};
        reader.read(counts -> {
            if (counts.name().equals(NAME)) {
                calls[0] += counts.timed();
            }
        });
        return calls[0];
    }
}
