package org.latencyprobes.agent.thread;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.latencyprobes.explain.WaitKind;

final class StateSamplesTest {

    private static final Offset<Double> EXACTLY = within(1e-9);

    private final StateSamples samples = new StateSamples();

    private void add(int count, long fromNanos, WaitKind kind) {
        for (int i = 0; i < count; i++) {
            samples.add(fromNanos + 10 * i, number(kind), false);
        }
    }

    private static int number(WaitKind kind) {
        return kind == null ? StateSamples.NO_WAIT : kind.ordinal();
    }

    private double share(WaitKind kind, long fromNanos, long toNanos) {
        return samples.shares(fromNanos, toNanos)[number(kind)];
    }

    @Test
    void sharesAreThoseOfTheSamplesInACall() {
        add(3, 100, WaitKind.SLEEP);
        add(1, 130, null);
        add(6, 140, WaitKind.PARK);
        assertThat(share(WaitKind.SLEEP, 95, 195)).isCloseTo(0.3, EXACTLY);
        assertThat(share(null, 95, 195)).isCloseTo(0.1, EXACTLY);
        assertThat(share(WaitKind.PARK, 95, 195)).isCloseTo(0.6, EXACTLY);
        assertThat(share(WaitKind.SLEEP, 95, 125)).isEqualTo(1);
        assertThat(share(WaitKind.PARK, 200, 300)).isZero();
    }

    @Test
    void ofARunThatBeganBeforeTheCallThePartInItCounts() {
        add(101, 0, WaitKind.PARK);
        add(50, 1_010, WaitKind.SLEEP);
        assertThat(share(WaitKind.PARK, 500, 1_500)).isCloseTo(50.5 / 100.5, EXACTLY);
    }

    @Test
    void ofACallThatLiesBetweenTwoSamplesTheyTellNothing() {
        add(100, 0, WaitKind.SLEEP);
        assertThat(share(WaitKind.SLEEP, 503, 506)).isZero();
        assertThat(share(WaitKind.SLEEP, 503, 509))
                .as("more likely than not one is in it")
                .isEqualTo(1);
        add(100, 1_000, null);
        assertThat(share(WaitKind.SLEEP, 989, 992)).as("the last one is in it").isEqualTo(1);
        assertThat(share(WaitKind.SLEEP, 993, 996)).as("before the others").isZero();
    }

    @Test
    void aRunEndsWhereTheThreadWasNotLookedAt() {
        add(10, 0, WaitKind.PARK);
        add(5, 1_000_000_000, WaitKind.PARK);
        add(5, 1_000_000_050, null);
        assertThat(share(WaitKind.PARK, 999_999_990, 1_000_000_100)).isCloseTo(0.5, EXACTLY);
    }

    @Test
    void whatIsFoundOutLaterHoldsForTheRunBeforeIt() {
        samples.add(0, StateSamples.UNREAD, true);
        samples.add(10, StateSamples.UNREAD, true);
        samples.add(20, StateSamples.UNREAD, false);
        samples.name(WaitKind.SOCKET.ordinal());
        add(1, 30, WaitKind.SOCKET);
        samples.name(WaitKind.FILE.ordinal());
        assertThat(share(WaitKind.SOCKET, 0, 40)).isCloseTo(0.75, EXACTLY);
        assertThat(samples.shares(0, 40)[StateSamples.UNREAD]).isCloseTo(0.25, EXACTLY);
    }

    @Test
    void theLastRunsAreKept() {
        for (int run = 0; run < 3 * StateSamples.RUNS; run++) {
            add(1, 100 * run, run % 2 == 0 ? WaitKind.LOCK : WaitKind.FILE);
        }
        long oldest = 100 * 2 * StateSamples.RUNS;
        assertThat(share(WaitKind.LOCK, oldest, 100_000)).isCloseTo(0.5, EXACTLY);
        assertThat(share(WaitKind.LOCK, 0, 2 * oldest))
                .as("half of it is not known")
                .isCloseTo(0.25, EXACTLY);
        samples.clear();
        assertThat(share(WaitKind.LOCK, 0, 100_000)).isZero();
    }
}
