package org.latencyprobes.agent.stall;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What is found between two sleeps, while the sampler was awake. */
final class StallsWhileAwakeTest extends FedFinder {

    @Test
    void aStopBetweenTwoSleepsIsFound() {
        sleep(99, 100);
        sleep(130, 131, wait -> wait.extraRuns = 1);
        sleep(131, 132);
        assertThat(found).containsExactly("stopped 100 30");
    }

    @Test
    void aStopBetweenTwoSleepsOfWhichTheSecondIsTooLongIsOneWithIt() {
        sleep(99, 100);
        sleep(130, 140, wait -> {
            wait.extraRuns = 1;
            wait.runDelayNanos = 9 * MILLI;
        });
        sleep(140, 141);
        assertThat(found).containsExactly("stopped 101 30", "cpu-wait 131 9");
    }

    @Test
    void aStopBeforeTheSystemIsReadIsOneWithTheSleepBeforeIt() {
        sleep(99, 110, wait -> {
            wait.runDelayNanos = 10 * MILLI;
            wait.extraRuns = 1;
            wait.readNanos = 140 * MILLI;
        });
        sleep(140, 141);
        assertThat(found).containsExactly("stopped 100 30", "cpu-wait 130 10");
    }

    @Test
    void theSamplersOwnWorkBeforeTheSystemIsReadIsNoStall() {
        sleep(99, 110, wait -> {
            wait.runDelayNanos = 10 * MILLI;
            wait.extraRuns = 1;
            wait.ranNanos = 5 * MILLI;
            wait.readNanos = 115 * MILLI;
        });
        sleep(115, 116);
        sleep(116, 117);
        assertThat(found).containsExactly("cpu-wait 100 10");
    }

    @Test
    void aCollectionBetweenTwoSleepsHasItsOwnBounds() {
        sleep(99, 100);
        safepoint(0, 30);
        pause(1, 100, 130);
        sleep(130, 131, wait -> wait.extraRuns = 1);
        sleep(131, 132);
        assertThat(found).containsExactly("gc 100 30");
    }

    @Test
    void whatTheSamplerRunsBetweenTwoSleepsIsNoStall() {
        sleep(99, 100);
        sleep(105, 106, wait -> wait.ranNanos = 5 * MILLI);
        sleep(106, 107);
        sleep(117, 118, wait -> {
            wait.ranNanos = 3 * MILLI;
            wait.runDelayNanos = 7 * MILLI;
        });
        sleep(118, 119);
        assertThat(found).containsExactly("cpu-wait 107 7");
    }

    @Test
    void whileMuchIsNewTheSamplerMayHaveWaitedItself() {
        sleep(99, 100);
        sleep(130, 131, wait -> {
            wait.isUnsteady = true;
            wait.extraRuns = 1;
        });
        sleep(131, 132);
        assertThat(found).isEmpty();
    }

    @Test
    void aStopThatTheFirstThreadShowsIsToldEvenThen() {
        sleep(99, 100);
        sleep(130, 131, wait -> {
            wait.isUnsteady = true;
            wait.extraRuns = wait.firstRuns = 1;
        });
        sleep(131, 132);
        assertThat(found).containsExactly("stopped 100 30");
    }

    @Test
    void aSamplerThatDoesMoreThanAsARuleMayHaveWaitedItself() {
        sleep(99, 100);
        sleep(140, 141, wait -> {
            wait.unusualNanos = MILLI / 2;
            wait.extraRuns = 3;
            wait.runDelayNanos = 10 * MILLI;
        });
        sleep(141, 142);
        assertThat(found).containsExactly("cpu-wait 130 10");
    }
}
