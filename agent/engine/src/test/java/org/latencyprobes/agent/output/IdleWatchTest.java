package org.latencyprobes.agent.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.latencyprobes.internal.counts.OpenCalls;
import org.latencyprobes.internal.counts.SampleChoice;
import org.latencyprobes.internal.jitter.HiccupSampler;

/** When the sampler sleeps longer, and when no more. */
final class IdleWatchTest {

    private static final long IDLE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private long moved;
    private long called;
    private boolean isOpen;
    private int counted;
    private int woken;
    private long nowNanos = Long.MAX_VALUE - 5; // it wraps around

    private final IdleWatch watch = new IdleWatch(
            () -> moved,
            () -> {
                counted++;
                return called;
            },
            () -> isOpen,
            () -> nowNanos,
            () -> woken++);

    @BeforeEach
    void wantIt() {
        watch.follow(IDLE_NANOS);
    }

    private void second() {
        nowNanos += IdleWatch.SPAN_NANOS;
        watch.tend();
    }

    private void becomeIdle() {
        second();
        second();
        assertThat(watch.getAsLong()).isEqualTo(IDLE_NANOS);
    }

    @Test
    void nobodyCallsForASecond() {
        assertThat(watch.getAsLong()).isEqualTo(HiccupSampler.PERIOD_NANOS);
        becomeIdle();
        assertThat(watch.remark()).isEqualTo(", every 10 ms as long as no probe is called");
    }

    @Test
    void aCallEndsItAtOnceAndWakesOnce() {
        becomeIdle();
        moved++;
        assertThat(watch.getAsLong()).isEqualTo(HiccupSampler.PERIOD_NANOS);
        watch.getAsLong();
        assertThat(woken).isEqualTo(1);
        assertThat(watch.remark()).isEmpty();
    }

    @Test
    void aCallInFlightIsNotIdle() {
        isOpen = true;
        for (int i = 0; i < 10; i++) {
            second();
            assertThat(watch.getAsLong()).isEqualTo(HiccupSampler.PERIOD_NANOS);
        }
        isOpen = false;
        second();
        assertThat(watch.getAsLong()).isEqualTo(IDLE_NANOS);
    }

    @Test
    void whileSomebodyWatchesNothingIsIdle() {
        becomeIdle();
        watch.watch(true);
        assertThat(watch.getAsLong()).isEqualTo(HiccupSampler.PERIOD_NANOS);
        second();
        assertThat(watch.getAsLong()).isEqualTo(HiccupSampler.PERIOD_NANOS);
        watch.watch(false);
        becomeIdle();
    }

    @Test
    void aCallThatIsOnlyCountedEndsItInASecond() {
        becomeIdle();
        called++;
        assertThat(watch.isIdle()).isTrue();
        second();
        assertThat(watch.getAsLong()).isEqualTo(HiccupSampler.PERIOD_NANOS);
    }

    @Test
    void whileThreadsCallNothingIsCounted() {
        for (int i = 0; i < 10; i++) {
            moved++;
            second();
        }
        assertThat(counted).isZero();
        assertThat(watch.isIdle()).isFalse();
    }

    @Test
    void itIsNotAskedMoreThanOnceASecond() {
        becomeIdle();
        int before = counted;
        for (int i = 0; i < 10; i++) {
            watch.tend();
            watch.getAsLong();
        }
        assertThat(counted).isEqualTo(before);
    }

    @Test
    void oneMillisecondIsAlwaysOne() {
        watch.follow(HiccupSampler.PERIOD_NANOS);
        second();
        second();
        assertThat(watch.getAsLong()).isEqualTo(HiccupSampler.PERIOD_NANOS);
        watch.follow(IDLE_NANOS);
        becomeIdle();
        watch.follow(HiccupSampler.PERIOD_NANOS);
        assertThat(watch.getAsLong()).isEqualTo(HiccupSampler.PERIOD_NANOS);
    }

    @Test
    void callsOfPlatformThreadsMove() {
        OpenCalls calls = OpenCalls.ofCurrentThread();
        long before = OpenCalls.movement();
        assertThat(OpenCalls.movement()).isEqualTo(before);
        OpenCalls.runUnseen(() -> {
            calls.begin(6);
            assertThat(OpenCalls.movement()).isEqualTo(before);
            calls.isChosen(SampleChoice.NEVER);
        });
        assertThat(OpenCalls.movement()).isEqualTo(before);
        calls.begin(7);
        assertThat(OpenCalls.movement()).isNotEqualTo(before);
    }
}
