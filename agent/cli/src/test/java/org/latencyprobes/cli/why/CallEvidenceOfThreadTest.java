package org.latencyprobes.cli.why;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.protocol.slow.SingleCall;
import org.latencyprobes.cli.why.recording.DeepTimeline;
import org.latencyprobes.cli.why.recording.DeepTimelines;
import org.latencyprobes.cli.why.recording.Pause;
import org.latencyprobes.explain.Detail;
import org.latencyprobes.explain.Span;
import org.latencyprobes.explain.Stall;
import org.latencyprobes.explain.StallKind;
import org.latencyprobes.explain.ThreadTime;
import org.latencyprobes.explain.Wait;
import org.latencyprobes.explain.WaitKind;

/** Calls of which the agent has read what their own thread did. */
final class CallEvidenceOfThreadTest {

    private static final Span OBSERVED = new Span(0, 100_000);

    private static final long THREAD = 7;

    private static Wait wait(WaitKind kind, long start, long nanos) {
        return new Wait(kind, THREAD, start, nanos, 0, "it", "Here.there");
    }

    private static SingleCall ofThread(ThreadTime time) {
        return SlowCallRows.of("place", 0, 1_000, THREAD, 0, time, Map.of());
    }

    @Test
    void whatTheThreadDidLeavesNoRoomForGuesses() {
        CallEvidence evidence = CallEvidence.of(
                List.of(new Stall(StallKind.CPU_WAIT, 0, 5000, 0)),
                DeepTimelines.of(0, 10_000, List.of(wait(WaitKind.LOCK, 100, 300)), List.of()),
                0,
                OBSERVED);
        SingleCall call = ofThread(new ThreadTime(50, 200, 200, 150, 150, 0, 0, null));
        assertThat(evidence.split(call).nanos())
                .containsOnly(
                        entry("lock", 300L), entry("on-cpu", 200L), entry("cpu-wait", 150L), entry("unknown", 350L));
    }

    /** A recording has no waits in native code, such as of a selector: what was not read is code only where all else was. */
    @Test
    void theBeginIsCodeIfTheThreadDidNothingButRunAndMayHaveRunThen() {
        DeepTimeline deep = DeepTimelines.of(0, 10_000, List.of(wait(WaitKind.LOCK, 100, 300)), List.of());
        CallEvidence evidence = CallEvidence.of(List.of(new Stall(StallKind.CPU_WAIT, 0, 5000, 0)), deep, 0, OBSERVED);
        assertThat(evidence.split(ofThread(new ThreadTime(500, 400, 400, 100, 100, 0, 200, null)))
                        .nanos())
                .containsOnly(
                        entry("lock", 300L),
                        entry("on-cpu or cpu-wait", 200L),
                        entry("on-cpu", 400L),
                        entry("cpu-wait", 100L));
        assertThat(evidence.split(ofThread(new ThreadTime(500, 400, 400, 100, 100, 0, 100, null)))
                        .nanos())
                .as("it ran for half of the begin at most")
                .containsOnly(
                        entry("lock", 300L), entry("on-cpu", 400L), entry("cpu-wait", 100L), entry("unknown", 200L));
        assertThat(evidence.split(ofThread(new ThreadTime(500, 400, 0, 100, 100, 0, 200, null)))
                        .nanos())
                .as("most of it may have run after the call")
                .containsOnly(entry("lock", 300L), entry("cpu-wait", 100L), entry("unknown", 600L));
    }

    @Test
    void aWaitForACpuThatFitsNowhereElseWasTheEndOfTheWait() {
        CallEvidence evidence = CallEvidence.of(
                List.of(), DeepTimelines.of(0, 10_000, List.of(wait(WaitKind.SLEEP, 0, 600)), List.of()), 0, OBSERVED);
        SingleCall call = ofThread(new ThreadTime(0, 400, 400, 300, 300, 0, 0, null));
        assertThat(evidence.split(call).nanos())
                .containsOnly(entry("sleep", 300L), entry("cpu-wait", 300L), entry("on-cpu", 400L));
    }

    @Test
    void whereSeveralWaitsMayHaveEndedWithoutACpuThatIsTold() {
        DeepTimeline deep = DeepTimelines.of(
                0, 10_000, List.of(wait(WaitKind.LOCK, 0, 600), wait(WaitKind.SOCKET, 600, 400)), List.of());
        CallSplit split = CallEvidence.of(List.of(), deep, 0, OBSERVED)
                .split(ofThread(new ThreadTime(0, 0, 0, 500, 500, 0, 0, null)));
        assertThat(split.nanos()).containsOnly(entry("socket", 200L), entry("lock", 300L), entry("cpu-wait", 500L));
        assertThat(DetailText.lines("lock", List.of(split), call -> 1)).contains("up to 200 ns of it without a CPU");
    }

    /** One that counts without a look at whether the JVM wants to stand still; another one that had a pause of its own stood still. */
    @Test
    void whoASafepointWaitedForIsTold() {
        DeepTimeline deep = DeepTimelines.of(0, 10_000, List.of(), List.of(new Pause(false, 200, 300, Pause.REACHING)));
        SingleCall counting =
                SlowCallRows.of("count", 100, 600, 9, 0, new ThreadTime(100, 590, 590, 0, 0, 0, 0, null), Map.of());
        SingleCall stopped =
                SlowCallRows.of("stop", 100, 600, 8, 0, new ThreadTime(100, 300, 300, 0, 0, 0, 0, null), Map.of());
        CallEvidence evidence = CallEvidence.of(List.of(), deep, 0, OBSERVED).with(List.of(stopped, counting));
        assertThat(evidence.split(ofThread(null)).details().get("safepoint"))
                .containsOnly(entry(Detail.of("until \"exec-9\" had stopped, in count"), 300L));
        assertThat(evidence.split(counting).nanos()).containsOnly(entry("safepoint", 10L), entry("on-cpu", 590L));
        assertThat(CallEvidence.of(List.of(), deep, 0, OBSERVED)
                        .with(List.of(stopped))
                        .split(ofThread(null))
                        .details()
                        .get("safepoint"))
                .containsOnly(entry(Detail.of(Pause.REACHING), 300L));
    }

    /** A sleep of 50 that the thread came back from after 870. */
    @Test
    void whatComesAfterTheTimeThatWasAskedForIsNoWait() {
        DeepTimeline deep = DeepTimelines.of(
                0, 10_000, List.of(new Wait(WaitKind.SLEEP, THREAD, 100, 50, 820, "", "Here.there")), List.of());
        CallEvidence evidence = CallEvidence.of(List.of(), deep, 0, OBSERVED);
        assertThat(evidence.split(ofThread(new ThreadTime(0, 120, 120, 800, 800, 0, 0, null)))
                        .nanos())
                .containsOnly(
                        entry("sleep", 50L), entry("on-cpu", 120L), entry("cpu-wait", 800L), entry("unknown", 30L));
        ThreadTime late = new ThreadTime(500, 20, 20, 450, 450, 0, 100, new ThreadTime.Begin(0, 340));
        assertThat(evidence.split(ofThread(late)).nanos())
                .containsOnly(
                        entry("sleep", 50L), entry("on-cpu", 120L), entry("cpu-wait", 790L), entry("unknown", 40L));
        assertThat(evidence.split(ofThread(null)).nanos())
                .containsOnly(entry("sleep", 50L), entry("unknown", 820L), entry("on-cpu or short wait", 130L));
        assertThat(CallEvidence.of(List.of(new Stall(StallKind.CPU_WAIT, 200, 700, 0)), deep, 0, OBSERVED)
                        .split(ofThread(null))
                        .nanos())
                .containsOnly(entry("sleep", 50L), entry("unknown", 820L), entry("on-cpu or short wait", 130L));
    }

    /** A virtual thread that sleeps on its carrier. */
    @Test
    void aWaitAroundALateOneEndsWithIt() {
        DeepTimeline deep = DeepTimelines.of(
                0,
                10_000,
                List.of(
                        new Wait(WaitKind.SLEEP, THREAD, 100, 50, 700, "", ""),
                        new Wait(WaitKind.PINNED, THREAD, 90, 800, 0, "", "")),
                List.of());
        assertThat(CallEvidence.of(List.of(), deep, 0, OBSERVED)
                        .split(ofThread(null))
                        .nanos())
                .containsOnly(
                        entry("sleep", 50L),
                        entry("park", 50L),
                        entry("unknown", 700L),
                        entry("on-cpu or short wait", 200L));
    }

    /** What may have been outside of the call is code only where a recording tells that the thread waited for nothing else. */
    @Test
    void withoutARecordingOnlyWhatRanInTheCallForSureIsCode() {
        DeepTimeline deep = DeepTimelines.of(0, 10_000, List.of(wait(WaitKind.LOCK, 0, 100)), List.of());
        SingleCall call = ofThread(new ThreadTime(300, 700, 600, 0, 0, 0, 200, new ThreadTime.Begin(20, 0)));
        assertThat(CallEvidence.of(List.of(), deep, 0, OBSERVED).split(call).nanos())
                .containsOnly(entry("lock", 100L), entry("on-cpu", 900L));
        assertThat(CallEvidence.of(List.of(), null, 0, OBSERVED).split(call).nanos())
                .containsOnly(entry("on-cpu", 620L), entry("unknown", 380L));
    }

    /** Each CPU has its part of the quota: the sampler's may be left when the thread's is used up. */
    @Test
    void aThreadMayBeThrottledWhileTheSamplerIsNot() {
        CallEvidence evidence = CallEvidence.of(
                List.of(new Stall(StallKind.THROTTLED, 100, 200, 0)),
                DeepTimelines.of(0, 10_000, List.of(), List.of()),
                0,
                OBSERVED);
        SingleCall call = ofThread(new ThreadTime(0, 300, 300, 600, 600, 500, 0, null));
        assertThat(evidence.split(call).nanos())
                .containsOnly(
                        entry("throttled", 500L),
                        entry("on-cpu", 300L),
                        entry("cpu-wait", 100L),
                        entry("unknown", 100L));
    }
}
