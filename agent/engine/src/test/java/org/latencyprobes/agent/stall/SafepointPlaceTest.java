package org.latencyprobes.agent.stall;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Where safepoints are found that are no collections, once the JVM's counters have shown when they begin. */
final class SafepointPlaceTest extends FedFinder {

    private static final long SHORT_NANOS = 50_000;

    /** The places are counted in ms, so a place that is exact to some 0.1 ms may be told a ms earlier: these lie 0.5 ms after one. */
    private static final long HALF_MILLI_MICROS = 500;

    private long time = 1;

    private void rest(long millis) {
        for (long until = time + millis; time < until; time++) {
            sleep(time, time + 1);
        }
    }

    /** Short safepoints at various times after the begin of a sleep. The times of some are counted late. */
    private void observe(int count) {
        rest(300);
        for (int i = 0; i < count; i++) {
            safepointAt(time * 1_000 + 1_000L * (i + 1) / (count + 1), SHORT_NANOS);
            if (i % 2 == 0) {
                now.safepointNanos -= SHORT_NANOS;
                rest(1);
                now.safepointNanos += SHORT_NANOS;
            }
            rest(3);
        }
    }

    @Test
    void aWaitAfterASafepointStaysAfterIt() {
        observe(8);
        assertWaitAfterSafepoint();
    }

    @Test
    void aWaitBeforeASafepointStaysBeforeIt() {
        observe(8);
        safepointAt((time + 5) * 1_000 + HALF_MILLI_MICROS, 4 * MILLI);
        sleep(time, time + 10, wait -> wait.runDelayNanos = 4 * MILLI);
        sleep(time + 10, time + 11);
        assertThat(found).containsExactly("cpu-wait " + (time + 1) + " 4", "safepoint " + (time + 5) + " 4");
    }

    @Test
    void aSafepointEndsWithTheSleepWhereItsPlaceIsNotKnown() {
        safepointAt(time * 1_000 + HALF_MILLI_MICROS, 4 * MILLI);
        sleep(time, time + 10, wait -> wait.runDelayNanos = 5 * MILLI);
        sleep(time + 10, time + 11);
        assertThat(found).containsExactly("cpu-wait " + (time + 1) + " 5", "safepoint " + (time + 6) + " 4");
    }

    @Test
    void countersThatContradictWhatIsKnownAreFollowedAnew() {
        observe(8);
        rest(300);
        now.applicationNanos -= 50 * MILLI; // as if a time had not been counted
        observe(8);
        assertWaitAfterSafepoint();
    }

    @Test
    void waitsBeforeAndAfterASafepointAreToldByTheirLengths() {
        observe(8);
        safepointAt((time + 5) * 1_000 + HALF_MILLI_MICROS, 4 * MILLI);
        sleep(time, time + 18, wait -> wait.runDelayNanos = 13 * MILLI);
        sleep(time + 18, time + 19);
        assertThat(found)
                .containsExactly(
                        "cpu-wait " + (time + 1) + " 4",
                        "safepoint " + (time + 5) + " 4",
                        "cpu-wait " + (time + 9) + " 8");
    }

    @Test
    void aShortSafepointDividesNoWait() {
        observe(8);
        safepointAt((time + 10) * 1_000, SHORT_NANOS);
        sleep(time, time + 20, wait -> wait.runDelayNanos = 19 * MILLI);
        sleep(time + 20, time + 21);
        assertThat(found).containsExactly("cpu-wait " + (time + 1) + " 19");
    }

    /** The JVM's thread lost its CPU while it ended the safepoint: the others ran meanwhile. */
    @Test
    void aSafepointWhoseTimeIsCountedTooLongKeepsItsStart() {
        observe(8);
        safepointAt((time + 3) * 1_000 + HALF_MILLI_MICROS, 12 * MILLI);
        now.safepointNanos -= 12 * MILLI;
        sleep(time, time + 10);
        rest(10, 16);
        now.safepointNanos += 12 * MILLI;
        rest(16, 18);
        assertThat(found).containsExactly("stopped-or-host " + (time + 1) + " 2", "safepoint " + (time + 3) + " 6");
    }

    private void rest(long from, long to) {
        for (long at = time + from; at < time + to; at++) {
            sleep(at, at + 1);
        }
    }

    private void assertWaitAfterSafepoint() {
        safepointAt(time * 1_000 + HALF_MILLI_MICROS, 4 * MILLI);
        sleep(time, time + 10, wait -> wait.runDelayNanos = 5 * MILLI);
        sleep(time + 10, time + 11);
        assertThat(found).containsExactly("safepoint " + time + " 4", "cpu-wait " + (time + 4) + " 5");
    }

    @Test
    void aShortSafepointInTheNextSleepMovesNothing() {
        observe(8);
        safepointAt((time + 1) * 1_000 + HALF_MILLI_MICROS, 3 * MILLI);
        sleep(time, time + 5);
        safepointAt((time + 5) * 1_000 + HALF_MILLI_MICROS, SHORT_NANOS);
        sleep(time + 5, time + 6);
        sleep(time + 6, time + 7);
        assertThat(found).containsExactly("safepoint " + (time + 1) + " 3");
    }

    @Test
    void aSafepointThatHasOnlyBegunInTheNextSleepMovesNothing() {
        observe(8);
        safepointAt((time + 1) * 1_000 + HALF_MILLI_MICROS, 3 * MILLI);
        sleep(time, time + 5);
        safepointAt((time + 5) * 1_000 + HALF_MILLI_MICROS, 2 * MILLI);
        now.safepointNanos -= 2 * MILLI;
        sleep(time + 5, time + 6);
        assertThat(found).containsExactly("safepoint " + (time + 1) + " 3");
    }

    @Test
    void aSafepointThatBeganAfterTheSleepIsToldOnce() {
        observe(8);
        safepointAt((time + 5) * 1_000 + HALF_MILLI_MICROS, 3 * MILLI);
        sleep(time, time + 5, wait -> wait.runDelayNanos = 4 * MILLI);
        sleep(time + 9, time + 10);
        sleep(time + 10, time + 11);
        assertThat(found).containsExactly("cpu-wait " + (time + 1) + " 4", "safepoint " + (time + 5) + " 3");
    }

    @Test
    void aSafepointInTheSleepAfterALongOneIsAtItsPlace() {
        observe(8);
        sleep(time, time + 6, wait -> wait.runDelayNanos = 5 * MILLI);
        safepointAt((time + 6) * 1_000 + HALF_MILLI_MICROS, MILLI);
        sleep(time + 6, time + 7);
        sleep(time + 7, time + 8);
        assertThat(found).containsExactly("cpu-wait " + (time + 1) + " 5", "safepoint " + (time + 6) + " 1");
    }

    @Test
    void aSafepointWhoseTimeComesAfterTheSleepIsAtItsPlace() {
        observe(8);
        safepointAt(time * 1_000 + HALF_MILLI_MICROS, 2 * MILLI);
        now.safepointNanos -= 2 * MILLI;
        sleep(time, time + 2);
        now.safepointNanos += 2 * MILLI;
        sleep(time + 2, time + 3);
        sleep(time + 3, time + 4);
        assertThat(found).containsExactly("safepoint " + time + " 1");
    }
}
