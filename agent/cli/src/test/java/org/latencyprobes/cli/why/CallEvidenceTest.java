package org.latencyprobes.cli.why;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.protocol.slow.SingleCall;
import org.latencyprobes.cli.why.recording.DeepTimeline;
import org.latencyprobes.cli.why.recording.DeepTimelines;
import org.latencyprobes.cli.why.recording.Pause;
import org.latencyprobes.explain.Detail;
import org.latencyprobes.explain.Holder;
import org.latencyprobes.explain.Span;
import org.latencyprobes.explain.Stall;
import org.latencyprobes.explain.StallKind;
import org.latencyprobes.explain.Wait;
import org.latencyprobes.explain.WaitKind;

final class CallEvidenceTest {

    private static final Span OBSERVED = new Span(0, 100_000);

    private static final long THREAD = 7;

    private static SingleCall call(long start, long nanos) {
        return SlowCallRows.of("place", start, nanos, THREAD, 0, null, Map.of());
    }

    private static Stall stall(StallKind kind, long from, long to) {
        return new Stall(kind, from, to - from, 0);
    }

    private static Wait wait(WaitKind kind, long start, long nanos) {
        return new Wait(kind, THREAD, start, nanos, 0, "it", "Here.there");
    }

    @Test
    void eachNanosecondCountsOnceForTheFirstCauseThatClaimsIt() {
        CallEvidence evidence = CallEvidence.of(
                List.of(stall(StallKind.STOPPED, 1_250, 1_400)),
                DeepTimelines.of(
                        0, 10_000, List.of(wait(WaitKind.LOCK, 1_350, 200)), List.of(new Pause(true, 1_100, 200, ""))),
                0,
                OBSERVED);
        CallSplit split = evidence.split(call(1_000, 1_000));
        assertThat(split.nanos())
                .containsExactly(
                        entry("gc", 200L),
                        entry("paused", 100L),
                        entry("lock", 150L),
                        entry("on-cpu or short wait", 550L));
        assertThat(split.mainCause()).isEqualTo("on-cpu or short wait");
    }

    @Test
    void pausesAreThoseOfTheRecordingAndNotWhereTheSamplerTookThemToBe() {
        CallEvidence evidence = CallEvidence.of(
                List.of(stall(StallKind.GC, 1_500, 1_900)),
                DeepTimelines.of(
                        0,
                        10_000,
                        List.of(),
                        List.of(new Pause(true, 1_150, 150, "G1New"), new Pause(false, 1_090, 300, "op"))),
                0,
                OBSERVED);
        CallSplit split = evidence.split(call(1_000, 1_000));
        assertThat(split.nanos())
                .containsExactly(entry("gc", 150L), entry("safepoint", 150L), entry("on-cpu or short wait", 700L));
        assertThat(split.details().get("gc")).containsEntry(Detail.of("G1New"), 150L);
    }

    @Test
    void pausesOfTheAgentCountWhereTheRecordingDoesNotHoldThem() {
        CallEvidence evidence = CallEvidence.of(
                List.of(stall(StallKind.GC, 1_500, 1_900)),
                DeepTimelines.of(1_600, 10_000, List.of(), List.of()),
                0,
                OBSERVED);
        assertThat(evidence.split(call(1_000, 1_000)).nanos())
                .containsExactly(entry("gc", 400L), entry("unknown", 600L));
    }

    @Test
    void waitsOfOtherThreadsAndOutsideOfTheCallAreNotItsCause() {
        CallEvidence evidence = CallEvidence.of(
                List.of(),
                DeepTimelines.of(
                        0,
                        10_000,
                        List.of(
                                new Wait(WaitKind.SLEEP, THREAD + 1, 1_000, 1_000, 0, "", ""),
                                wait(WaitKind.LOCK, 500, 500),
                                wait(WaitKind.LOCK, 2_000, 500)),
                        List.of()),
                0,
                OBSERVED);
        assertThat(evidence.split(call(1_000, 1_000)).nanos()).containsExactly(entry("on-cpu or short wait", 1_000L));
    }

    @Test
    void overlappingWaitsCountForTheMoreTellingOne() {
        CallEvidence evidence = CallEvidence.of(
                List.of(),
                DeepTimelines.of(
                        0,
                        10_000,
                        List.of(wait(WaitKind.PARK, 1_100, 500), wait(WaitKind.SOCKET, 1_050, 500)),
                        List.of()),
                0,
                OBSERVED);
        assertThat(evidence.split(call(1_000, 1_000)).nanos())
                .containsExactly(entry("socket", 500L), entry("park", 50L), entry("on-cpu or short wait", 450L));
    }

    private static SingleCall onVirtualThread(Map<String, Long> told) {
        return SlowCallRows.of("place", Map.of(), 0, 1_000, THREAD, "v-7", "", -1, null, told, List.of());
    }

    /** The recording's sleep holds the wait for a carrier. */
    @Test
    void looksAtAVirtualThreadSayHowLongItWaitedAndARecordingForWhat() {
        DeepTimeline deep = DeepTimelines.of(
                0, 10_000, List.of(wait(WaitKind.SLEEP, 100, 300), wait(WaitKind.SLEEP, 500, 600)), List.of());
        CallSplit split = CallEvidence.of(List.of(), deep, 0, OBSERVED)
                .split(onVirtualThread(Map.of("sleep", 80L, "cpu-wait", 700L, "on-cpu", 100L, "park", 50L)));
        assertThat(split.nanos())
                .containsOnly(
                        entry("sleep", 80L),
                        entry("park", 50L),
                        entry("cpu-wait", 700L),
                        entry("on-cpu", 100L),
                        entry("unknown", 70L));
        assertThat(split.details().get("sleep")).containsOnly(entry(new Detail("it", Holder.NONE, "Here.there"), 80L));
    }

    @Test
    void aVirtualThreadThatIsPinnedForATimeDoesNotSleep() {
        DeepTimeline deep = DeepTimelines.of(0, 10_000, List.of(wait(WaitKind.PINNED, 0, 900)), List.of());
        assertThat(CallEvidence.of(List.of(), deep, 0, OBSERVED)
                        .split(onVirtualThread(Map.of("sleep", 950L)))
                        .nanos())
                .containsOnly(entry("park", 950L), entry("unknown", 50L));
    }

    @Test
    void whatLooksAtAVirtualThreadDoNotSeeIsTheRecordingsInNativeCode() {
        DeepTimeline deep = DeepTimelines.of(0, 10_000, List.of(wait(WaitKind.FILE, 100, 400)), List.of());
        assertThat(CallEvidence.of(List.of(), deep, 0, OBSERVED)
                        .split(onVirtualThread(Map.of("on-cpu", 500L, "unknown", 500L)))
                        .nanos())
                .containsOnly(entry("file", 400L), entry("on-cpu", 500L), entry("unknown", 100L));
    }

    @Test
    void aVirtualThreadThatNobodyLookedAtHasWhatARecordingTells() {
        DeepTimeline deep = DeepTimelines.of(0, 10_000, List.of(wait(WaitKind.SLEEP, 100, 300)), List.of());
        assertThat(CallEvidence.of(List.of(), deep, 0, OBSERVED)
                        .split(onVirtualThread(Map.of("unknown", 1_000L)))
                        .nanos())
                .containsOnly(entry("sleep", 300L), entry("unknown", 700L));
    }

    @Test
    void aVirtualThreadThatParksOnItsCarrierIsPinned() {
        CallEvidence evidence = CallEvidence.of(
                List.of(),
                DeepTimelines.of(
                        0,
                        10_000,
                        List.of(wait(WaitKind.PARK, 1_100, 700), wait(WaitKind.PINNED, 1_100, 710)),
                        List.of()),
                0,
                OBSERVED);
        assertThat(evidence.split(call(1_000, 1_000)).nanos())
                .containsExactly(entry("park", 710L), entry("on-cpu or short wait", 290L));
    }

    @Test
    void aCollectionThatItsThreadAwaitsIsOneCauseWithThePausesInIt() {
        CallEvidence evidence = CallEvidence.of(
                List.of(),
                DeepTimelines.of(
                        0,
                        10_000,
                        List.of(wait(WaitKind.COLLECTION, 1_100, 700)),
                        List.of(new Pause(true, 1_200, 100, "G1Full"))),
                0,
                OBSERVED);
        assertThat(evidence.split(call(1_000, 1_000)).nanos())
                .containsExactly(entry("gc", 700L), entry("on-cpu or short wait", 300L));
    }

    @Test
    void aWaitForACpuOfTheSamplerIsNoneOfTheThread() {
        CallEvidence evidence = CallEvidence.of(
                List.of(stall(StallKind.CPU_WAIT, 1_000, 2_000)),
                DeepTimelines.of(0, 10_000, List.of(wait(WaitKind.LOCK, 1_000, 900)), List.of()),
                0,
                OBSERVED);
        assertThat(evidence.split(call(1_000, 1_000)).nanos())
                .containsExactly(entry("lock", 900L), entry("unknown", 100L));
    }

    @Test
    void aShortCallIsCodeOrAShortWaitOnlyWhereTheRecordingHoldsAllOfIt() {
        assertThat(CallEvidence.of(List.of(), null, 0, OBSERVED)
                        .split(call(1_000, 10))
                        .nanos())
                .containsExactly(entry("unknown", 10L));
        CallEvidence late =
                CallEvidence.of(List.of(), DeepTimelines.of(1_005, 10_000, List.of(), List.of()), 0, OBSERVED);
        assertThat(late.split(call(1_000, 10)).mainCause()).isEqualTo("unknown");
        assertThat(late.split(call(9_995, 10)).mainCause()).isEqualTo("unknown");
        assertThat(late.split(call(9_985, 10)).mainCause()).isEqualTo("on-cpu or short wait");
    }

    @Test
    void theRestIsNotCodeWhereTheThreadsOfACallAreNotKnown() {
        CallEvidence evidence = CallEvidence.of(
                List.of(), DeepTimelines.of(0, 10_000, List.of(wait(WaitKind.LOCK, 0, 90)), List.of()), 50, OBSERVED);
        assertThat(evidence.split(SlowCallRows.of("place", 0, 100, THREAD, -1, null, Map.of()))
                        .nanos())
                .containsExactly(entry("lock", 90L), entry("unknown", 10L));
        assertThat(evidence.split(SlowCallRows.of("place", 0, 100, -1, 0, null, Map.of()))
                        .nanos())
                .containsExactly(entry("unknown", 100L));
    }

    @Test
    void measuringIsWhatTheCallsInsideCostAndNoMoreThanIsLeft() {
        CallEvidence evidence = CallEvidence.of(
                List.of(), DeepTimelines.of(0, 10_000, List.of(wait(WaitKind.LOCK, 0, 90)), List.of()), 50, OBSERVED);
        SingleCall some = SlowCallRows.of("place", 0, 1_000, THREAD, 4, null, Map.of());
        assertThat(evidence.split(some).nanos())
                .containsExactly(entry("lock", 90L), entry("overhead", 200L), entry("on-cpu or short wait", 710L));
        SingleCall many = SlowCallRows.of("place", 0, 100, THREAD, 4, null, Map.of());
        assertThat(evidence.split(many).nanos()).containsExactly(entry("lock", 90L), entry("overhead", 10L));
    }

    @Test
    void chanceIsTheShareOfTimeThatStallsCoverAnyway() {
        CallEvidence evidence = CallEvidence.of(
                java.util.stream.LongStream.range(0, 100)
                        .mapToObj(i -> stall(StallKind.GC, i * 1_000, i * 1_000 + 250))
                        .toList(),
                null,
                0,
                OBSERVED);
        List<SingleCall> calls = java.util.stream.LongStream.range(0, 50)
                .mapToObj(i -> call(i * 1_937, 40))
                .toList();
        Map<String, Double> chance = evidence.chance(calls, new Span(0, 100_000));
        assertThat(chance.get("gc")).isCloseTo(0.25, within(0.05));
        assertThat(chance).containsOnlyKeys("gc");
    }

    /** One that began before the first stall that is kept. */
    @Test
    void noStallIsToldTwiceOfACallThatHasBothItsLengthAndItsMoment() {
        SingleCall call =
                SlowCallRows.of("place", 1_000, 1_000, THREAD, 0, null, Map.of("cpu-wait", 300L, "paused", 200L));
        CallEvidence evidence = CallEvidence.of(
                List.of(stall(StallKind.CPU_WAIT, 1_700, 1_900), stall(StallKind.STOPPED, 1_500, 1_600)),
                null,
                0,
                new Span(1_500, 100_000));
        assertThat(evidence.split(call).nanos()).containsOnly(entry("paused", 200L), entry("unknown", 800L));
    }

    /** A wait in native code has no event, and so have many short ones. */
    @Test
    void ofALongCallWithoutReadingsTheRestIsNotKnown() {
        long nanos = 2_000_000;
        CallEvidence evidence = CallEvidence.of(
                List.of(), DeepTimelines.of(0, 2 * nanos, List.of(), List.of()), 0, new Span(0, 2 * nanos));
        assertThat(evidence.split(call(1_000, nanos)).nanos()).containsExactly(entry("unknown", nanos));
    }
}
