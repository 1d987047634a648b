package org.latencyprobes.agent.clock;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class ClockWatchTest {

    private final TestClock counter = new TestClock();
    private final ClockChoice choice = new ClockChoice(ClockName.AUTO, () -> counter) {
        @Override
        String refusal(Clock any) {
            return null; // on any machine
        }
    };
    private final AtomicInteger followed = new AtomicInteger();
    private long addedNanos;
    private final ClockWatch watch = new ClockWatch(choice, followed::incrementAndGet) {
        @Override
        long nanoTime() {
            return System.nanoTime() + addedNanos;
        }
    };

    @BeforeEach
    void useTheCounter() {
        choice.run();
        assertThat(choice.get()).isSameAs(counter);
        watch.look();
    }

    /** A second later, as the watch takes it. */
    private void lookAgain() {
        addedNanos += ClockWatch.PERIOD_NANOS;
        watch.look();
    }

    @Test
    void aCounterThatGoesOnIsKept() {
        long startNanos = System.nanoTime();
        do { // the shorter the time, the less exact is the error
            lookAgain();
        } while (System.nanoTime() - startNanos < 20_000_000);
        assertThat(choice.get()).isSameAs(counter);
        assertThat(followed).hasValue(0);
        assertThat(watch.errorPerMillion()).isBetween(-1_000.0, 1_000.0);
    }

    @Test
    void aCounterThatJumpedIsLeftForGood() {
        counter.jump(TimeUnit.HOURS.toNanos(1)); // much beside whatever time passes here
        lookAgain();
        assertThat(choice.get().name()).isEqualTo(ClockName.NANOTIME);
        assertThat(choice.reason()).contains("rate");
        lookAgain();
        assertThat(followed).hasValue(1);
        assertThat(watch.errorPerMillion()).isZero();
    }

    @Test
    void aCounterThatComesLaterIsFollowedAndLeftOnceItLies() {
        TestClock later = new TestClock().named(ClockName.RDTSC);
        ClockChoice late =
                new ClockChoice(
                        ClockName.RDTSC,
                        () -> {
                            throw new UnsupportedOperationException("none here");
                        },
                        present -> later) {
                    @Override
                    String refusal(Clock any) {
                        return null;
                    }
                };
        ClockWatch itsWatch = new ClockWatch(late, followed::incrementAndGet) {
            @Override
            long nanoTime() {
                return System.nanoTime() + addedNanos;
            }
        };
        itsWatch.look();
        assertThat(followed).hasValue(0);
        late.run();
        itsWatch.look();
        itsWatch.look();
        assertThat(followed).hasValue(1);
        later.jump(TimeUnit.HOURS.toNanos(1)); // as where a virtual machine has moved
        addedNanos += ClockWatch.PERIOD_NANOS;
        itsWatch.look();
        assertThat(followed).hasValue(2);
        assertThat(late.get().name()).isEqualTo(ClockName.NANOTIME);
        assertThat(late.reason()).contains("rate");
    }

    /** By 5 %, as where {@link System#nanoTime} is slowed down to set the machine's time right. */
    @Test
    void aCounterThatRunsFasterForATimeIsKept() {
        lookAgain();
        long startNanos = System.nanoTime();
        long tookNanos;
        do { // the shorter the time, the less exact is the error
            tookNanos = System.nanoTime() - startNanos;
        } while (tookNanos < 20_000_000);
        counter.jump(tookNanos / 20);
        lookAgain();
        assertThat(choice.get()).isSameAs(counter);
        assertThat(followed).hasValue(0);
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
