package org.latencyprobes.agent.clock;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class ClockChoiceTest {

    private static final long GHZ_2_5 = 2_500_000_000L;

    private static ClockChoice auto(ClockChoice.Candidate candidate) {
        return new ClockChoice(ClockName.AUTO, candidate);
    }

    @Test
    void nothingIsChosenOrOpenedBeforeItIsAskedFor() {
        ClockChoice choice = auto(() -> {
            throw new AssertionError("opened");
        });
        assertThat(choice.present()).isNull();
        assertThat(choice.reason()).isNull();
    }

    @Test
    void aCounterWithAWrongFrequencyIsNotChosen() {
        ClockChoice choice = auto(() -> new TestClock(GHZ_2_5, 2_600_000_000L, ticks -> ticks));
        assertThat(choice.get().name()).isEqualTo(ClockName.NANOTIME);
        assertThat(choice.reason()).isNotBlank();
    }

    @Test
    void whyThereIsNoCounterIsSaid() {
        ClockChoice choice = auto(() -> {
            throw new UnsupportedOperationException("none here");
        });
        assertThat(choice.get().name()).isEqualTo(ClockName.NANOTIME);
        assertThat(choice.reason()).isEqualTo("none here");
    }

    @Test
    void whateverFailsLeadsToNanoTime() {
        ClockChoice choice = auto(() -> {
            throw new NoClassDefFoundError("jdk/jfr/internal/JVM");
        });
        assertThat(choice.get().name()).isEqualTo(ClockName.NANOTIME);
        assertThat(choice.reason()).contains("jdk/jfr/internal/JVM");
    }

    private static ClockChoice rdtsc(ClockChoice.Later later) {
        ClockChoice choice =
                new ClockChoice(
                        ClockName.RDTSC,
                        () -> {
                            throw new UnsupportedOperationException("none here");
                        },
                        later) {
                    @Override
                    String refusal(Clock counter) {
                        return ClockTrial.refusalOf(counter); // whatever the kernel of this machine says
                    }
                };
        choice.run();
        return choice;
    }

    @Test
    void whatTakesLongReplacesNanoTimeWhenItIsReady() {
        TestClock counter = new TestClock().named(ClockName.RDTSC);
        Clock[] before = new Clock[1];
        ClockChoice choice = rdtsc(present -> {
            before[0] = present;
            return counter;
        });
        assertThat(before[0].name()).isEqualTo(ClockName.NANOTIME);
        assertThat(choice.present()).isSameAs(counter);
        assertThat(choice.reason()).isNull();
    }

    @Test
    void aLaterClockThatLiesIsNotUsedAndWhyIsSaid() {
        ClockChoice choice =
                rdtsc(present -> new TestClock(GHZ_2_5, 2_600_000_000L, ticks -> ticks).named(ClockName.RDTSC));
        assertThat(choice.present().name()).isEqualTo(ClockName.NANOTIME);
        assertThat(choice.reason()).startsWith("rdtsc can't be had: the counter's rate is not the one it says");
    }

    @Test
    void whereThereIsNoLaterClockThatIsSaid() {
        ClockChoice choice = rdtsc(present -> {
            throw new UnsupportedOperationException("the system lets no page be executed that was written");
        });
        assertThat(choice.present().name()).isEqualTo(ClockName.NANOTIME);
        assertThat(choice.reason())
                .isEqualTo("rdtsc can't be had: the system lets no page be executed that was written");
    }

    @Test
    void aCounterOfTheJvmsNeedsNoOther() {
        ClockChoice choice =
                new ClockChoice(ClockName.RDTSC, () -> new TestClock(), present -> {
                    throw new AssertionError("opened");
                }) {
                    @Override
                    String refusal(Clock counter) {
                        return null;
                    }
                };
        choice.run();
        assertThat(choice.present().name()).isEqualTo(ClockName.TSC);
    }

    @Test
    void nanotimeIsFollowedWithoutATrial() {
        ClockChoice choice = new ClockChoice(ClockName.NANOTIME, () -> {
            throw new AssertionError("opened");
        });
        choice.begin();
        assertThat(choice.present().name()).isEqualTo(ClockName.NANOTIME);
        assertThat(choice.reason()).isNull();
    }

    @Test
    void aWishThatComesBeforeTheFirstProbeIsFollowed() {
        ClockChoice choice = auto(() -> {
            throw new AssertionError("opened");
        });
        choice.want(ClockName.NANOTIME);
        assertThat(choice.get().name()).isEqualTo(ClockName.NANOTIME);
        assertThat(choice.reason()).isNull();
    }

    @Test
    @Tag("full")
    void aTrialThatDoesNotEndIsNotWaitedForForEver() {
        CountDownLatch never = new CountDownLatch(1);
        ClockChoice choice = auto(() -> {
            try {
                never.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return new TestClock();
        });
        Thread.currentThread().interrupt();
        assertThat(choice.get().name()).isEqualTo(ClockName.NANOTIME);
        assertThat(Thread.interrupted()).isTrue();
        Clock chosen = choice.get();
        never.countDown();
        assertThat(choice.get()).isSameAs(chosen);
    }
}
