package org.latencyprobes.demo.fix.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.latencyprobes.probe.LatencyProbe;

class ResourceMeterTest {

    private final LatencyProbe probe = LatencyProbe.named("ResourceMeterTest");
    private final ResourceMeter meter = new ResourceMeter(this::endLateCall);
    private boolean lateCall;

    @Test
    void aCallThatEndsLateBelongsToTheMessagesBefore() {
        call();
        lateCall = true;
        meter.begin();
        endLateCall();
        call();
        lateCall = true;
        meter.end();

        assertThat(meter.usage().stages().get("ResourceMeterTest").count()).isEqualTo(2);
    }

    @Test
    void withoutACallNothingWaits() {
        lateCall = true;
        meter.begin();

        assertThat(meter.usage().stages()).isEmpty();
        assertThat(lateCall).isTrue();
    }

    private void endLateCall() {
        if (lateCall) {
            lateCall = false;
            call();
        }
    }

    private void call() {
        probe.recordSince(System.nanoTime());
    }
}
