package org.latencyprobes.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A call of 1,000 ns that begins at 0. */
final class AttributionTest {

    private static final Span CALL = new Span(0, 1_000);

    private final List<Stall> stalls = new ArrayList<>();
    private final List<Wait> waits = new ArrayList<>();
    private final Map<Cause, Long> lengths = new EnumMap<>(Cause.class);

    private static ThreadTime ran(long cpuNanos, long readyNanos) {
        return new ThreadTime(0, cpuNanos, cpuNanos, readyNanos, readyNanos, 0, 0, null);
    }

    private AttributionTest stall(StallKind kind, long from, long nanos) {
        stalls.add(new Stall(kind, from, nanos, 0));
        return this;
    }

    private AttributionTest recorded(WaitKind kind, long from, long nanos) {
        waits.add(new Wait(kind, 7, from, nanos, 0, "it", "Here.there"));
        return this;
    }

    private AttributionTest sampled(Cause cause, long nanos) {
        lengths.put(cause, nanos);
        return this;
    }

    private Split split(ThreadTime ofThread, long overheadNanos) {
        return Attribution.of(new Evidence(
                CALL, Stalls.of(stalls), true, lengths, waits, !waits.isEmpty(), ofThread, overheadNanos, false));
    }

    private Map<String, Long> of(ThreadTime ofThread) {
        return split(ofThread, 0).byLabel();
    }

    @Test
    void eachNanosecondCountsOnceAndTheRestIsUnknown() {
        stall(StallKind.GC, 900, 400).stall(StallKind.SAFEPOINT, 950, 50).sampled(Cause.LOCK, 300);
        assertThat(split(null, 10).byLabel())
                .containsExactly(
                        entry("gc", 100L), entry("lock", 300L), entry("overhead", 10L), entry("unknown", 590L));
    }

    /** A virtual thread has no readings. Looks are estimates: a stall that is known comes before. */
    @Test
    void whatLooksTellOfAThreadWithoutReadingsCountsAfterStalls() {
        stall(StallKind.GC, 0, 400)
                .sampled(Cause.SOCKET, 200)
                .sampled(Cause.CPU_WAIT, 250)
                .sampled(Cause.ON_CPU, 300);
        assertThat(split(null, 10).byLabel())
                .containsExactly(
                        entry("gc", 400L),
                        entry("socket", 200L),
                        entry("cpu-wait", 250L),
                        entry("overhead", 10L),
                        entry("on-cpu", 140L));
    }

    @Test
    void overheadTakesWhatOthersLeave() {
        stall(StallKind.GC, 0, 700);
        assertThat(split(null, 1_000_000).byLabel()).containsExactly(entry("gc", 700L), entry("overhead", 300L));
        assertThat(split(ran(50, 0), 20).byLabel())
                .containsExactly(
                        entry("gc", 700L), entry("overhead", 20L), entry("on-cpu", 30L), entry("unknown", 250L));
    }

    /** A thread in an endless loop without a check, for which the others wait. */
    @Test
    void whoRunsThroughAStallIsNotItsVictim() {
        stall(StallKind.SAFEPOINT, 100, 600);
        assertThat(of(ran(990, 0))).containsExactly(entry("safepoint", 10L), entry("on-cpu", 990L));
        assertThat(of(ran(500, 490)))
                .containsExactly(entry("safepoint", 10L), entry("cpu-wait", 490L), entry("on-cpu", 500L));
    }

    @Test
    void aPauseTakesNoTimeInWhichTheThreadRan() {
        stall(StallKind.STOPPED_OR_HOST, 0, 1_000);
        assertThat(of(ran(1_000, 0))).containsExactly(entry("on-cpu", 1_000L));
        assertThat(of(null)).containsExactly(entry("paused", 1_000L));
    }

    /** The kernel counts a throttled thread as one that waits for a CPU. */
    @Test
    void throttlingIsNoWaitForACpu() {
        stall(StallKind.THROTTLED, 0, 700);
        assertThat(of(ran(200, 800)))
                .containsExactly(entry("throttled", 700L), entry("cpu-wait", 100L), entry("on-cpu", 200L));
    }

    @Test
    void theEndOfAWaitInWhichTheThreadHadNoCpuIsAWaitForOne() {
        recorded(WaitKind.LOCK, 0, 900);
        assertThat(of(ran(50, 800)))
                .containsExactly(entry("lock", 150L), entry("cpu-wait", 800L), entry("on-cpu", 50L));
        assertThat(split(ran(50, 800), 0).details(Cause.LOCK)).doesNotContainKey(Detail.LACKING_CPU);
    }

    /** Between the end of the call and the reading that tells of it. */
    @Test
    void aWaitForACpuThatMayHaveComeAfterTheCallTakesNothingFromAWait() {
        recorded(WaitKind.LOCK, 0, 900);
        assertThat(of(new ThreadTime(0, 50, 50, 800, 0, 0, 0, null)))
                .containsExactly(entry("lock", 900L), entry("cpu-wait", 50L), entry("on-cpu", 50L));
    }

    @Test
    void aWaitForACpuThatFitsBesideTheWaitTakesNothingFromIt() {
        recorded(WaitKind.LOCK, 0, 400);
        assertThat(of(ran(50, 300)))
                .containsExactly(
                        entry("lock", 400L), entry("cpu-wait", 300L), entry("on-cpu", 50L), entry("unknown", 250L));
    }

    @Test
    void whereItIsNotKnownWhichWaitItWasInItComesOffAll() {
        recorded(WaitKind.LOCK, 0, 600).recorded(WaitKind.SOCKET, 600, 400);
        Split split = split(ran(0, 500), 0);
        assertThat(split.byLabel())
                .containsExactly(entry("socket", 200L), entry("lock", 300L), entry("cpu-wait", 500L));
        assertThat(split.details(Cause.LOCK)).containsEntry(Detail.LACKING_CPU, 200L);
        assertThat(split.details(Cause.SOCKET)).containsEntry(Detail.LACKING_CPU, 200L);
        assertThat(split.details(Cause.CPU_WAIT)).doesNotContainKey(Detail.LACKING_CPU);
    }

    @Test
    void samplesOfAWaitLeaveWhatTheThreadRan() {
        sampled(Cause.PARK, 900);
        assertThat(of(ran(300, 200)))
                .containsExactly(entry("park", 500L), entry("cpu-wait", 200L), entry("on-cpu", 300L));
    }

    /** In accept, a selector or a datagram socket, which no event and no state of the JVM shows. */
    @Test
    void theSamplersWaitForACpuSaysNothingOfAnotherThread() {
        stall(StallKind.CPU_WAIT, 0, 1_000);
        assertThat(of(null)).containsExactly(entry("unknown", 1_000L));
        recorded(WaitKind.SLEEP, 100, 200);
        assertThat(of(null)).containsExactly(entry("sleep", 200L), entry("unknown", 800L));
    }

    @Test
    void recordedWaitsComeBeforeSampledOnes() {
        recorded(WaitKind.PARK, 0, 900).sampled(Cause.PARK, 950).sampled(Cause.SOCKET, 300);
        assertThat(of(null).get("park")).isEqualTo(900);
        assertThat(of(null).get("socket"))
                .as("a recording has not all of these")
                .isEqualTo(100);
    }

    @Test
    void whatIsKnownOfWaitsInWordsIsTold() {
        recorded(WaitKind.LOCK, 0, 600).recorded(WaitKind.SOCKET, 500, 400);
        Split split = split(null, 0);
        assertThat(split.details(Cause.SOCKET))
                .containsExactly(entry(new Detail("it", Holder.NONE, "Here.there"), 400L));
        assertThat(split.details(Cause.LOCK)).containsExactly(entry(new Detail("it", Holder.NONE, "Here.there"), 500L));
        assertThat(split.details(Cause.UNKNOWN)).isEmpty();
    }
}
