package org.latencyprobes.agent.clock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("each-jdk")
final class ClockWatchTest {

    private final TestClock counter = new TestClock();
    private final ClockChoice choice = new ClockChoice(ClockName.AUTO, () -> counter);
    private final AtomicInteger followed = new AtomicInteger();
    private final ClockWatch watch = new ClockWatch(choice, followed::incrementAndGet);

    @BeforeEach
    void useTheCounter() {
        assertThat(choice.get()).as("it is right: %s", choice.reason()).isSameAs(counter);
        watch.look();
    }

    @Test
    @Tag("full")
    void aCounterThatGoesOnIsKept() {
        long startNanos = System.nanoTime();
        await().atMost(Duration.ofMinutes(2)).until(() -> {
            watch.look();
            return System.nanoTime() - startNanos > 2_500_000_000L;
        });
        assertThat(choice.get()).isSameAs(counter);
        assertThat(followed).hasValue(0);
        assertThat(watch.errorPerMillion()).isBetween(-1_000.0, 1_000.0);
    }

    @Test
    void aCounterThatJumpedIsLeftForGood() {
        counter.jump(500_000_000);
        await().atMost(Duration.ofMinutes(2)).until(() -> {
            watch.look();
            return followed.get() > 0;
        });
        assertThat(choice.get().name()).isEqualTo(ClockName.NANOTIME);
        assertThat(choice.reason()).contains("rate");
        watch.look();
        assertThat(followed).hasValue(1);
        assertThat(watch.errorPerMillion()).isZero();
    }

    @Test
    void aCounterByWhichACallEndedBeforeItBeganIsLeftAtOnce() {
        long start = counter.now();
        counter.nanosBetween(start, start - 1_000_000);
        watch.look();
        assertThat(followed).hasValue(1);
        assertThat(choice.get().name()).isEqualTo(ClockName.NANOTIME);
    }

    @Test
    void aUserMayLeaveIt() {
        choice.want(ClockName.NANOTIME);
        watch.look();
        choice.want(ClockName.TSC);
        watch.look();
        assertThat(followed).hasValue(1);
        assertThat(choice.get().name()).isEqualTo(ClockName.NANOTIME);
    }
}
