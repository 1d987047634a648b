package org.latencyprobes.internal.jitter;

import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.latencyprobes.histogram.IntervalReader;

class HiccupSamplerTest {

    private static final String THREAD = "latency-probes-hiccup";

    private final IntervalReader reader = new IntervalReader();
    private HiccupSampler sampler;

    @BeforeEach
    void start() {
        reader.read();
        sampler = HiccupSampler.start();
    }

    @AfterEach
    void stop() {
        sampler.close();
    }

    @Test
    void recordsAsJitter() {
        await().atMost(1, MINUTES).until(() -> Sampling.jitterCount(HiccupSampler.PROBE, reader) > 0);
    }

    @Test
    void recordsNothingOnceClosed() {
        sampler.close();
        reader.read();
        assertThat(Sampling.jitterCount(HiccupSampler.PROBE, reader)).isZero();
    }

    @Test
    void leavesNoThreadBehind() {
        assertThat(Sampling.thread(THREAD))
                .hasValueSatisfying(thread -> assertThat(thread.isDaemon()).isTrue());
        sampler.close();
        assertThat(Sampling.thread(THREAD)).isEmpty();
    }

    @Test
    void interruptDoesNotMakeItSpin() {
        Thread thread = Sampling.thread(THREAD).orElseThrow();
        thread.interrupt();
        await().atMost(1, MINUTES).until(() -> !thread.isInterrupted());
        assertThat(thread.isAlive()).isTrue();
    }

    @Test
    void mayBeStartedAgain() {
        sampler.close();
        sampler = HiccupSampler.start();
        reader.read();
        await().atMost(1, MINUTES).until(() -> Sampling.jitterCount(HiccupSampler.PROBE, reader) > 0);
    }

    @Test
    void mayBeClosedTwice() {
        sampler.close();
        sampler.close();
        assertThat(Sampling.thread(THREAD)).isEmpty();
    }
}
