package org.latencyprobes.agent.stall;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.base.ProcFile;

/** What is found in sleeps that were too long. */
final class StallFinderTest extends FedFinder {

    @Test
    void aCollectionHasItsOwnBounds() {
        safepoint(0, 40);
        pause(1, 100, 140);
        sleep(99, 140);
        sleep(140, 141);
        assertThat(found).containsExactly("gc 100 40");
    }

    @Test
    void ofALongerSleepOnlyWhatIsBeyondItIsTheSystems() {
        sleep(90, 91);
        periodMillis = 10;
        sleep(91, 106, wait -> wait.runDelayNanos = 5 * MILLI);
        periodMillis = 1;
        sleep(106, 107);
        assertThat(found).containsExactly("cpu-wait 101 5");
    }

    @Test
    void aCollectionWithinALongerSleepIsFound() {
        periodMillis = 10;
        sleep(90, 100);
        safepoint(0, 4);
        pause(0, 103, 107);
        sleep(100, 110);
        periodMillis = 1;
        sleep(110, 111);
        assertThat(found).containsExactly("gc 103 4");
    }

    @Test
    void collectorsThatCountTheSamePauseAreMerged() {
        safepoint(0, 40);
        pause(0, 100, 120);
        pause(1, 110, 140);
        sleep(99, 140);
        sleep(140, 141);
        assertThat(found).containsExactly("gc 100 40");
    }

    @Test
    void pausesBeforeTheLastOneAreJoinedToIt() {
        safepoint(0, 5);
        pause(0, 100, 105);
        safepoint(0, 6);
        pause(0, 105, 111);
        sleep(99, 111);
        sleep(111, 112);
        assertThat(found).containsExactly("gc 100 11");
    }

    @Test
    void theTimeToReachACollectionsSafepointIsASafepoint() {
        safepoint(20, 10);
        pause(0, 120, 130);
        sleep(99, 130);
        sleep(130, 131);
        assertThat(found).containsExactly("safepoint 100 20 20000000", "gc 120 10");
    }

    @Test
    void aSafepointEndsWithTheSleep() {
        safepoint(1, 9);
        sleep(99, 110);
        sleep(110, 111);
        assertThat(found).containsExactly("safepoint 100 10 1000000");
    }

    @Test
    void theTimeOfASafepointMayComeLate() {
        now.safepoints++;
        sleep(99, 110, wait -> wait.extraRuns = 1);
        sleep(110, 111);
        sleep(111, 112);
        now.safepointNanos += 10 * MILLI;
        sleep(112, 113);
        assertThat(found).containsExactly("safepoint 100 10");
    }

    @Test
    void theTimeOfASafepointMayComeAfterOtherStalls() {
        now.safepoints++;
        sleep(99, 110, wait -> wait.extraRuns = 1);
        sleep(110, 115, wait -> wait.runDelayNanos = 4 * MILLI);
        now.safepointNanos += 10 * MILLI;
        sleep(115, 118, wait -> wait.runDelayNanos = 2 * MILLI);
        sleep(118, 119);
        assertThat(found).containsExactly("safepoint 100 10", "cpu-wait 111 4", "cpu-wait 116 2");
    }

    @Test
    void allOfASafepointWithACollectionIsTheCollections() {
        safepoint(0, 40);
        pause(1, 120, 140);
        sleep(99, 140);
        sleep(140, 141);
        assertThat(found).containsExactly("gc 100 40");
    }

    /** As a histogram of the classes is made. */
    @Test
    void whatASafepointDoesAfterItsCollectionIsASafepoint() {
        safepoint(0, 90);
        pause(1, 100, 130);
        sleep(99, 195, wait -> wait.runDelayNanos = 5 * MILLI);
        sleep(195, 196);
        assertThat(found).containsExactly("gc 100 30", "safepoint 130 60", "cpu-wait 190 5");
    }

    @Test
    void theLittleThatASafepointDoesAfterItsCollectionIsTheCollections() {
        safepoint(0, 90);
        pause(1, 100, 182);
        sleep(99, 195, wait -> wait.runDelayNanos = 5 * MILLI);
        sleep(195, 196);
        assertThat(found).containsExactly("gc 100 90", "cpu-wait 190 5");
    }

    @Test
    void theTimeOfACollectionsSafepointIsNotCountedAgainWhenItComesLate() {
        now.safepoints++;
        pause(0, 100, 110);
        sleep(99, 110);
        sleep(110, 115, wait -> wait.runDelayNanos = 4 * MILLI);
        now.safepointNanos += 10 * MILLI;
        sleep(115, 116);
        sleep(116, 117);
        assertThat(found).containsExactly("gc 100 10", "cpu-wait 111 4");
    }

    @Test
    void theTimeThatIsOwedIsPaidBetweenStalls() {
        now.safepoints += 2;
        now.safepointNanos += MILLI / 2;
        pause(0, 100, 110);
        sleep(99, 110);
        sleep(110, 111);
        now.safepointNanos += 10 * MILLI;
        sleep(111, 112);
        safepoint(0, 9);
        sleep(112, 122);
        sleep(122, 123);
        assertThat(found).containsExactly("gc 100 10", "safepoint 113 9");
    }

    @Test
    void aPauseThatEndsBeforeTheSleepIsFoundByTheCounters() {
        safepoint(0, 1);
        now.safepointNanos += MILLI / 2;
        sleep(100, 101);
        sleep(101, 102);
        assertThat(found).hasSize(1).first().asString().startsWith("safepoint ");
    }

    @Test
    void whatTheSystemsCountersExplainHasTheirKind() {
        sleep(99, 120, wait -> wait.runDelayNanos = 20 * MILLI);
        sleep(120, 140, wait -> {
            wait.runDelayNanos = 20 * MILLI;
            wait.throttledNanos = 15 * MILLI;
        });
        sleep(140, 160, wait -> wait.extraRuns = wait.firstRuns = 1);
        sleep(160, 190, wait -> wait.stealNanos = 20 * MILLI);
        sleep(190, 195);
        sleep(195, 220);
        sleep(220, 221);
        assertThat(found)
                .containsExactly(
                        "cpu-wait 100 20",
                        "throttled 121 19",
                        "stopped 141 19",
                        "host 161 29",
                        "stopped-or-host 191 4",
                        "unknown 196 24");
    }

    @Test
    void theWaitForACpuAfterACollectionIsApart() {
        safepoint(0, 10);
        pause(0, 100, 110);
        sleep(99, 130, wait -> wait.runDelayNanos = 20 * MILLI);
        sleep(130, 131);
        assertThat(found).containsExactly("gc 100 10", "cpu-wait 110 20");
    }

    @Test
    void withoutTheSystemsCountersTheRestIsUnknown() {
        sleep(99, 120, wait -> {
            wait.runDelayNanos = ProcFile.UNKNOWN;
            wait.extraRuns = ProcFile.UNKNOWN;
            wait.throttledNanos = ProcFile.UNKNOWN;
            wait.stealNanos = ProcFile.UNKNOWN;
        });
        sleep(120, 121);
        assertThat(found).containsExactly("unknown 100 20");
    }

    @Test
    void withoutTheJvmsCountersAPauseEndsWithTheSleepAndTheRestIsUnknown() {
        finder = finder(false);
        now.pauses[0]++;
        now.pauseNanos[0] += 12 * MILLI;
        sleep(99, 112);
        sleep(112, 132, wait -> wait.extraRuns = 1);
        sleep(132, 133);
        assertThat(found).containsExactly("gc 100 12", "unknown 113 19");
    }

    @Test
    void stallsBelowAMillisecondAreLeftOut() {
        now.safepoints++;
        now.safepointNanos += MILLI / 2;
        sleep(99, 100);
        sleep(100, 101);
        assertThat(found).isEmpty();
    }

    @Test
    void whatIsNotYetExplainedIsNotSettled() {
        sleep(99, 100);
        assertThat(finder.settledNanos()).isEqualTo(99 * MILLI);
        sleep(100, 140);
        assertThat(finder.settledNanos()).isEqualTo(100 * MILLI);
        sleep(140, 141);
        assertThat(found).hasSize(1);
        assertThat(finder.settledNanos()).isEqualTo(140 * MILLI);
    }
}
