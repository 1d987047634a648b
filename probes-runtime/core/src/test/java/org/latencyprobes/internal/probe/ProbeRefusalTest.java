package org.latencyprobes.internal.probe;

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
import org.latencyprobes.call.Outcome;
import org.latencyprobes.histogram.IntervalReader;
import org.latencyprobes.internal.counts.MemoryCap;
import org.latencyprobes.internal.histogram.CountsReader;

class ProbeRefusalTest {

    private final List<String> said = new ArrayList<>();

    @BeforeEach
    void listen() {
        MemoryCap.warnTo(said::add);
    }

    @AfterEach
    void restoreCap() {
        MemoryCap.cap(MemoryCap.DEFAULT_CAP_BYTES);
        MemoryCap.warnTo(null);
    }

    @Test
    void probeBeyondCapRecordsNothing() {
        MemoryCap.cap(0);
        ProbeRecorder refused = ProbeRecorder.named("one too many");
        recordEveryOutcome(refused);
        assertThat(refused.isRecording()).isFalse();
        assertThat(ProbeRecorder.named("one too many")).isSameAs(refused);
        assertThat(Readings.evenIfEmpty("one too many", new CountsReader())).isEmpty();
    }

    @Test
    void refusalIsSaidOnceWithReasonAndRemedy() {
        MemoryCap.cap(10 << 10);
        ProbeRecorder one = ProbeRecorder.named("refused first");
        ProbeRecorder another = ProbeRecorder.named("refused next");
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
        MemoryCap.warnTo(warning -> {
            isSaying.countDown();
            awaitUninterrupted(mayEnd);
        });
        MemoryCap.cap(0);
        Thread saying = new Thread(() -> ProbeRecorder.named("refused and being said"));
        Thread other = new Thread(() -> ProbeRecorder.named("refused meanwhile"));
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
        MemoryCap.cap(0);
        ProbeRecorder held = ProbeRecorder.named("held");
        held.recordNanos(1);
        MemoryCap.cap(MemoryCap.DEFAULT_CAP_BYTES);
        assertThat(held.isRecording()).isTrue();
        recordEveryOutcome(held);
        assertThat(Readings.of("held", new IntervalReader().read()))
                .hasSize(3)
                .allMatch(interval -> interval.count() == 1);
        assertThat(ProbeRecorder.named("held")).isSameAs(held);
    }

    @Test
    void jitterSamplerWithoutRoomIsNoProbeThatWaits() {
        MemoryCap.cap(0);
        int before = ProbeRecorder.waitingForMemory();
        ProbeRecorder held = ProbeRecorder.jitter("jitter without room");
        assertThat(held.isRecording()).isFalse();
        assertThat(ProbeRecorder.waitingForMemory()).isLessThanOrEqualTo(before); // others may be collected meanwhile
        Reference.reachabilityFence(held);
    }

    @Test
    void refusedProbeThatNobodyHoldsIsForgotten() {
        MemoryCap.cap(0);
        ProbeRecorder held = ProbeRecorder.named("remembered");
        int before = ProbeRecorder.waitingForMemory();
        for (int i = 0; i < 1_000; i++) {
            ProbeRecorder.named("forgotten", "at", "" + i);
        }
        await().atMost(1, MINUTES).pollInSameThread().until(() -> {
            System.gc();
            return ProbeRecorder.waitingForMemory() <= before;
        });
        assertThat(ProbeRecorder.waitingForMemory()).isPositive();
        Reference.reachabilityFence(held);
    }

    @Test
    void presentProbeIsFoundEvenAtCap() {
        ProbeRecorder present = ProbeRecorder.named("present at cap");
        MemoryCap.cap(0);
        assertThat(ProbeRecorder.named("present at cap")).isSameAs(present);
    }

    @Test
    void cancelledCallsAreErrorsWhereTheCapLeavesThemNoRoom() {
        ProbeRecorder present = ProbeRecorder.named("cancelled at cap");
        MemoryCap.cap(0);
        present.recordNanos(1, Outcome.CANCELLED);
        assertThat(present.counts(Outcome.CANCELLED)).isSameAs(present.counts(Outcome.ERROR));
        assertThat(present.present(Outcome.CANCELLED)).isNull();
    }

    @Test
    void probesStayBelowCap() {
        long capBytes = (MemoryCap.usedBytes() + 100_000) * 4 / 3;
        MemoryCap.cap(capBytes);
        int made = 0;
        while (another()) {
            made++;
        }
        assertThat(made).isPositive();
        assertThat(MemoryCap.usedBytes()).isLessThanOrEqualTo(capBytes);
    }

    private static void recordEveryOutcome(ProbeRecorder probe) {
        for (Outcome outcome : Outcome.values()) {
            probe.recordNanos(1, outcome);
        }
    }

    private static boolean another() {
        ProbeRecorder probe = ProbeRecorder.named("many", "at", String.valueOf(MemoryCap.usedBytes()));
        probe.recordNanos(1);
        return probe.isRecording();
    }
}
