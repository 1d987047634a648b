package org.latencyprobes.probe;

import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.latencyprobes.Readings;
import org.latencyprobes.counts.Memory;
import org.latencyprobes.histogram.IntervalReader;

class ProbeRefusalTest {

    private final List<String> said = new ArrayList<>();

    @BeforeEach
    void listen() {
        Memory.warnTo(said::add);
    }

    @AfterEach
    void restoreCap() {
        Memory.cap(Memory.DEFAULT_CAP_BYTES);
        Memory.warnTo(null);
    }

    @Test
    void probeBeyondCapRecordsNothing() {
        Memory.cap(0);
        LatencyProbe refused = LatencyProbe.named("one too many");
        recordEveryOutcome(refused);
        assertThat(refused.isRecording()).isFalse();
        assertThat(LatencyProbe.named("one too many")).isSameAs(refused);
        assertThat(Readings.evenIfEmpty("one too many", new IntervalReader())).isEmpty();
    }

    @Test
    void refusalIsSaidOnceWithReasonAndRemedy() {
        Memory.cap(10 << 10);
        LatencyProbe one = LatencyProbe.named("refused first");
        LatencyProbe another = LatencyProbe.named("refused next");
        assertThat(one.isRecording() || another.isRecording()).isFalse();
        assertThat(said).hasSize(1);
        assertThat(said.get(0))
                .contains("\"refused first\" records nothing")
                .contains("10 KiB in this JVM")
                .contains("raise the cap");
    }

    /** Standard error blocks for as long as a thread holds its lock, and that thread may want a probe. */
    @Test
    void othersAreMadeWhileTheRefusalIsBeingSaid() throws InterruptedException {
        CountDownLatch isSaying = new CountDownLatch(1);
        CountDownLatch mayEnd = new CountDownLatch(1);
        Memory.warnTo(warning -> {
            isSaying.countDown();
            awaitUninterrupted(mayEnd);
        });
        Memory.cap(0);
        Thread saying = new Thread(() -> LatencyProbe.named("refused and being said"));
        Thread other = new Thread(() -> LatencyProbe.named("refused meanwhile"));
        saying.start();
        try {
            assertThat(isSaying.await(1, MINUTES)).isTrue();
            other.start();
            other.join(MINUTES.toMillis(1));
            assertThat(other.isAlive()).isFalse();
        } finally {
            mayEnd.countDown();
        }
        saying.join();
    }

    private static void awaitUninterrupted(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void probeThatIsHeldRecordsOnceCapIsRaised() {
        Memory.cap(0);
        LatencyProbe held = LatencyProbe.named("held");
        held.sampleNanos(1);
        Memory.cap(Memory.DEFAULT_CAP_BYTES);
        assertThat(held.isRecording()).isTrue();
        recordEveryOutcome(held);
        assertThat(Readings.of("held", new IntervalReader().read()))
                .hasSize(3)
                .allMatch(interval -> interval.count() == 1);
        assertThat(LatencyProbe.named("held")).isSameAs(held);
    }

    @Test
    void jitterSamplerWithoutRoomIsNoProbeThatWaits() {
        Memory.cap(0);
        int before = LatencyProbe.waitingForMemory();
        LatencyProbe held = LatencyProbe.jitter("jitter without room");
        assertThat(held.isRecording()).isFalse();
        assertThat(LatencyProbe.waitingForMemory()).isLessThanOrEqualTo(before); // others may be collected meanwhile
        Reference.reachabilityFence(held);
    }

    @Test
    void refusedProbeThatNobodyHoldsIsForgotten() {
        Memory.cap(0);
        LatencyProbe held = LatencyProbe.named("remembered");
        int before = LatencyProbe.waitingForMemory();
        for (int i = 0; i < 1_000; i++) {
            LatencyProbe.named("forgotten", "at", "" + i);
        }
        await().atMost(1, MINUTES).pollInSameThread().until(() -> {
            System.gc();
            return LatencyProbe.waitingForMemory() <= before;
        });
        assertThat(LatencyProbe.waitingForMemory()).isPositive();
        Reference.reachabilityFence(held);
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
        while (another()) {
            made++;
        }
        assertThat(made).isPositive();
        assertThat(Memory.usedBytes()).isLessThanOrEqualTo(capBytes);
    }

    private static void recordEveryOutcome(LatencyProbe probe) {
        for (Outcome outcome : Outcome.values()) {
            probe.sampleNanos(1, outcome);
        }
    }

    private static boolean another() {
        LatencyProbe probe = LatencyProbe.named("many", "at", String.valueOf(Memory.usedBytes()));
        probe.sampleNanos(1);
        return probe.isRecording();
    }
}
