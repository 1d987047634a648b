package org.latencyprobes.agent.stall;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.base.ProcFile;

/** How a stop of the process is told from other stalls that no counter of the JVM explains. */
final class StopsTest extends FedFinder {

    @Test
    void aStopIsToldFromTheWaitForACpuAfterIt() {
        sleep(99, 200, wait -> {
            wait.extraRuns = 1;
            wait.runDelayNanos = 40 * MILLI;
        });
        sleep(200, 201);
        assertThat(found).containsExactly("stopped 100 60", "cpu-wait 160 40");
    }

    /** Another thread may have had the sampler's CPU for some µs before. */
    @Test
    void aShortStallIsAStopOnlyIfTheFirstThreadRanToo() {
        sleep(99, 105, wait -> wait.extraRuns = 1);
        sleep(105, 110, wait -> {
            wait.extraRuns = 1;
            wait.firstRuns = 0;
        });
        sleep(110, 114, wait -> wait.firstRuns = 1);
        sleep(114, 119, wait -> wait.extraRuns = wait.firstRuns = 1);
        sleep(119, 120);
        assertThat(found)
                .containsExactly(
                        "stopped-or-host 100 5", "stopped-or-host 106 4", "stopped-or-host 111 3", "stopped 115 4");
    }

    @Test
    void aStallInWhichTheFirstThreadWentOnRestingIsNoStop() {
        sleep(99, 150, wait -> {
            wait.extraRuns = 1;
            wait.firstRuns = 0;
        });
        sleep(150, 151);
        assertThat(found).containsExactly("unknown 100 50");
    }

    @Test
    void stealOfOthersDoesNotHideAStop() {
        sleep(99, 112, wait -> {
            wait.extraRuns = wait.firstRuns = 1;
            wait.stealNanos = 10 * MILLI;
        });
        sleep(112, 113);
        assertThat(found).containsExactly("stopped 100 12");
    }

    /** The JVM may have held the sampler, and given it a CPU once more. */
    @Test
    void whileMuchIsRedefinedAStopIsToldOnlyIfTheFirstThreadRanToo() {
        sleep(99, 130, wait -> {
            wait.isUnsteady = true;
            wait.extraRuns = 2;
            wait.runDelayNanos = 6 * MILLI;
        });
        sleep(130, 151, wait -> {
            wait.isUnsteady = true;
            wait.extraRuns = 2;
        });
        sleep(151, 172, wait -> {
            wait.isUnsteady = true;
            wait.extraRuns = wait.firstRuns = 1;
            wait.runDelayNanos = 6 * MILLI;
        });
        sleep(172, 173);
        assertThat(found)
                .containsExactly(
                        "unknown 100 24", "cpu-wait 124 6", "unknown 131 20", "stopped 152 14", "cpu-wait 166 6");
    }

    /** The safepoint may have given the thread the CPU, or the stop did. */
    @Test
    void aLongStopBesideASafepointIsToldByTheStealThatIsMissing() {
        sleepBesideASafepoint(99, 130, 0);
        sleepBesideASafepoint(130, 140, 0);
        sleepBesideASafepoint(140, 170, ProcFile.UNKNOWN);
        sleep(170, 171);
        assertThat(found).containsExactly("stopped 100 30", "stopped-or-host 131 9", "stopped-or-host 141 29");
    }

    private void sleepBesideASafepoint(long start, long end, long stealNanos) {
        now.safepoints++;
        now.safepointNanos += MILLI / 5;
        sleep(start, end, wait -> {
            wait.extraRuns = 1;
            wait.stealNanos = stealNanos;
        });
    }
}
