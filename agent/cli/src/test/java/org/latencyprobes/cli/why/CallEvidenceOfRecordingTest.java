package org.latencyprobes.cli.why;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.protocol.slow.SingleCall;
import org.latencyprobes.cli.why.recording.DeepTimelines;
import org.latencyprobes.cli.why.recording.Pause;
import org.latencyprobes.explain.ThreadTime;
import org.latencyprobes.explain.Wait;
import org.latencyprobes.explain.WaitKind;

/** Calls of a recording, which tell the lengths of stalls themselves. */
final class CallEvidenceOfRecordingTest {

    private static final long THREAD = 7;

    private static Wait wait(WaitKind kind, long start, long nanos) {
        return new Wait(kind, THREAD, start, nanos, 0, "it", "Here.there");
    }

    private static CallSplit ofRecording(Map<String, Long> told, List<Wait> waits, List<Pause> pauses) {
        SingleCall call = SlowCallRows.of("place", 1_000, 1_000, THREAD, 4, null, told);
        return CallEvidence.ofRecording(List.of(call), DeepTimelines.of(0, 10_000, waits, pauses))
                .split(call);
    }

    @Test
    void stallsWithoutMomentsClaimBeforeTheWaitsThatTheyInterrupt() {
        assertThat(ofRecording(
                                Map.of("paused", 300L, "overhead", 50L, "unknown", 650L),
                                List.of(wait(WaitKind.SLEEP, 1_000, 900)),
                                List.of())
                        .nanos())
                .containsOnly(entry("paused", 300L), entry("sleep", 700L));
    }

    private static CallSplit ofRecording(Map<String, Long> told, ThreadTime time) {
        SingleCall call = SlowCallRows.of("place", 1_000, 1_000, THREAD, 4, time, told);
        return CallEvidence.ofRecording(List.of(call), DeepTimelines.of(0, 10_000, List.of(), List.of()))
                .split(call);
    }

    /** A stop also delays the first reading of the thread. */
    @Test
    void theBeginIsNotCodeAsFarAsItMayBeAStallWithoutAMoment() {
        assertThat(ofRecording(Map.of("paused", 800L), new ThreadTime(1_800, 0, 0, 0, 0, 0, 0, null))
                        .nanos())
                .containsOnly(entry("paused", 800L), entry("unknown", 200L));
        assertThat(ofRecording(Map.of("gc", 1L), new ThreadTime(1_300, 700, 700, 0, 0, 0, 300, null))
                        .nanos())
                .containsOnly(entry("gc", 1L), entry("on-cpu", 999L));
        assertThat(ofRecording(Map.of("unknown", 1_000L), new ThreadTime(1_900, 90, 90, 0, 0, 0, 900, null))
                        .nanos())
                .containsOnly(entry("on-cpu", 990L), entry("unknown", 10L));
    }

    @Test
    void whatTheAgentToldAsAWaitForACpuIsNotTakenOffForThrottlingAgain() {
        assertThat(ofRecording(
                                Map.of("throttled", 400L, "cpu-wait", 300L),
                                new ThreadTime(1_400, 0, 0, 300, 300, 0, 0, null))
                        .nanos())
                .containsOnly(entry("throttled", 400L), entry("cpu-wait", 300L), entry("unknown", 300L));
    }

    @Test
    void whatThePausesOfTheRecordingExplainIsNotToldTwice() {
        assertThat(ofRecording(
                                Map.of("gc", 250L, "safepoint", 60L),
                                List.of(),
                                List.of(new Pause(true, 1_100, 200, "G1New"), new Pause(false, 1_000, 100, "stop")))
                        .nanos())
                .containsOnly(entry("gc", 210L), entry("safepoint", 100L), entry("on-cpu or short wait", 690L));
    }

    @Test
    void whereACallToldOfWaitsForACpuItsBeginMayBeOne() {
        assertThat(ofRecording(Map.of("cpu-wait", 100L), new ThreadTime(1_300, 600, 600, 100, 100, 0, 300, null))
                        .nanos())
                .containsOnly(entry("on-cpu or cpu-wait", 300L), entry("on-cpu", 600L), entry("cpu-wait", 100L));
    }
}
