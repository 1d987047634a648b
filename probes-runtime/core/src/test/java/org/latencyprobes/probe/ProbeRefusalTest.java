package org.latencyprobes.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.catchThrowable;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.latencyprobes.counts.Memory;

class ProbeRefusalTest {

    @AfterEach
    void restoreCap() {
        Memory.cap(Memory.DEFAULT_CAP_BYTES);
    }

    @Test
    void probeBeyondCapIsRefusedWithReasonAndRemedy() {
        Memory.cap(10 << 10);
        assertThatIllegalStateException()
                .isThrownBy(() -> LatencyProbe.named("one too many"))
                .withMessageContaining("\"one too many\" refused")
                .withMessageContaining("10 KiB in this JVM")
                .withMessageContaining("raise the cap");
    }

    @Test
    void refusedProbeIsThereOnceCapIsRaised() {
        Memory.cap(0);
        assertThat(catchThrowable(() -> LatencyProbe.named("later"))).isInstanceOf(IllegalStateException.class);
        Memory.cap(Memory.DEFAULT_CAP_BYTES);
        assertThat(LatencyProbe.named("later").name()).isEqualTo("later");
    }

    @Test
    void presentProbeIsFoundEvenAtCap() {
        LatencyProbe present = LatencyProbe.named("present at cap");
        Memory.cap(0);
        assertThat(LatencyProbe.named("present at cap")).isSameAs(present);
    }

    @Test
    void cancelledCallsAreErrorsWhereTheCapLeavesThemNoRoom() {
        LatencyProbe present = LatencyProbe.named("cancelled at cap");
        Memory.cap(0);
        present.sampleNanos(1, Outcome.CANCELLED);
        assertThat(present.counts(Outcome.CANCELLED)).isSameAs(present.counts(Outcome.ERROR));
        assertThat(present.present(Outcome.CANCELLED)).isNull();
    }

    @Test
    void probesStayBelowCap() {
        long capBytes = (Memory.usedBytes() + 100_000) * 4 / 3;
        Memory.cap(capBytes);
        int made = 0;
        while (catchThrowable(ProbeRefusalTest::another) == null) {
            made++;
        }
        assertThat(made).isPositive();
        assertThat(Memory.usedBytes()).isLessThanOrEqualTo(capBytes);
    }

    private static void another() {
        LatencyProbe.named("many", "at", String.valueOf(Memory.usedBytes())).sampleNanos(1);
    }
}
