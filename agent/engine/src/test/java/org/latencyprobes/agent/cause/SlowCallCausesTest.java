package org.latencyprobes.agent.cause;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.clock.NanoTimeClock;
import org.latencyprobes.agent.protocol.slow.CauseShare;
import org.latencyprobes.agent.slow.SlowCall;
import org.latencyprobes.agent.slow.SlowCalls;
import org.latencyprobes.agent.stall.Timelines;
import org.latencyprobes.agent.thread.ThreadTimes;
import org.latencyprobes.explain.Cause;
import org.latencyprobes.explain.Holder;
import org.latencyprobes.explain.Split;
import org.latencyprobes.explain.StallKind;
import org.latencyprobes.explain.Wait;
import org.latencyprobes.explain.WaitKind;
import org.latencyprobes.histogram.Interval;
import org.latencyprobes.histogram.IntervalReader;
import org.latencyprobes.internal.counts.MemoryCap;
import org.latencyprobes.internal.probe.Hub;
import org.latencyprobes.internal.probe.ProbeRecorder;

/** Times are in ms since the timeline began, 60 s ago. */
final class SlowCallCausesTest {

    private static final long MILLI = 1_000_000;

    private final Timelines stalls = new Timelines(System.nanoTime() - 60_000 * MILLI);
    private final SlowCallCauses causes =
            new SlowCallCauses(stalls::timeline, () -> 50, new ThreadTimes(() -> null, null));

    private SlowCall call(String probe, long startMillis, long millis, long callsInside) {
        return new SlowCall(
                probe, Map.of(), "ok", stalls.nanos(startMillis), millis * MILLI, 1, "main", callsInside, 0);
    }

    private static List<CauseShare> shares(CauseTotals totals, String probe, Histogram lengths) {
        return totals.probes().stream()
                .filter(causes -> causes.name().equals(probe))
                .flatMap(causes -> causes.shares(lengths, PercentileBand.values()).stream())
                .toList();
    }

    /** So many calls of one length, and some of others. */
    private static Histogram lengths(long count, long millis, long... others) {
        Histogram lengths = new Histogram(2);
        lengths.recordValueWithCount(millis * MILLI, count);
        for (long other : others) {
            lengths.recordValue(other * MILLI);
        }
        return lengths;
    }

    @Test
    void splitsByTheStallsOfItsTimeAndByTheProbesInside() {
        stalls.stall(StallKind.GC, 1_000, 30).settle(2_000);
        Split split = split(call("split", 990, 100, 10));
        assertThat(split.nanos(Cause.GC)).isEqualTo(30 * MILLI);
        assertThat(split.nanos(Cause.OVERHEAD)).isEqualTo(500);
        assertThat(split.nanos(Cause.UNKNOWN)).isEqualTo(70 * MILLI - 500);
        assertThat(split(call("split", 990, 100, -1)).nanos(Cause.OVERHEAD)).isZero();
    }

    private Split split(SlowCall call) {
        CountedCalls.add(causes, List.of(call));
        return causes.split(call);
    }

    @Test
    void waitsUntilTheStallsOfACallAreTold() {
        long nowMillis = 3_600_000; // not over for an hour, so it is waited for
        stalls.settle(nowMillis - 10);
        SlowCall call = call("waits", nowMillis - 20, 15, 0);
        assertThat(split(call)).isNull();
        assertThat(causes.isWaiting()).isTrue();
        assertThat(causes.totals().probes()).isEmpty();
        stalls.stall(StallKind.STOPPED, nowMillis - 19, 14).settle(nowMillis);
        causes.explainSettled();
        assertThat(causes.isWaiting()).isFalse();
        assertThat(causes.split(call).nanos(Cause.PAUSED)).isEqualTo(14 * MILLI);
        assertThat(shares(causes.totals(), "waits", lengths(2, 1, 15)).get(0).cause())
                .isEqualTo(Cause.PAUSED.label());
    }

    @Test
    void waitsNoLongerThanSomeSeconds() {
        stalls.settle(0);
        CountedCalls.add(causes, List.of(call("long ago", 50_000, 15, 0)));
        assertThat(causes.isWaiting()).isFalse();
    }

    /** Threads that do nothing else, as long as a list has something. */
    private static ThreadTimes waitingFor(List<Wait> held) {
        return new ThreadTimes(() -> null, null) {
            @Override
            public double[] waits(long threadId, long startNanos, long endNanos) {
                double[] shares = new double[WaitKind.values().length + 2];
                shares[WaitKind.LOCK.ordinal()] = 1;
                return shares;
            }

            @Override
            public List<Wait> held(long threadId, long startNanos, long endNanos) {
                return List.copyOf(held);
            }
        };
    }

    private static Wait heldByWriter(SlowCall call) {
        return new Wait(WaitKind.LOCK, 1, call.startNanos(), call.nanos(), 0, "Lock", "", new Holder("writer", 2, ""));
    }

    /** What looks saw is kept for a fraction of a second where many threads wait. */
    @Test
    void whoHeldALockIsAskedForBeforeTheStallsAreTold() {
        List<Wait> held = new ArrayList<>();
        SlowCallCauses early = new SlowCallCauses(stalls::timeline, () -> 0, waitingFor(held));
        long nowMillis = 3_600_000; // not over for an hour, so it is waited for
        stalls.settle(nowMillis - 10);
        SlowCall call = call("held", nowMillis - 20, 15, 0);
        held.add(heldByWriter(call));
        CountedCalls.add(early, List.of(call));
        held.clear();
        assertThat(early.split(call)).isNull();
        early.explainAll();
        assertThat(early.split(call).details(Cause.LOCK)).isEmpty(); // none asks for them, and each takes memory
        assertThat(early.split(call).waits())
                .extracting(wait -> wait.holder().name())
                .containsExactly("writer");
    }

    @Test
    void whoHeldALockIsPartOfTheMemoryInUseUntilItIsExplained() {
        List<Wait> held = new ArrayList<>();
        SlowCallCauses early = new SlowCallCauses(stalls::timeline, () -> 0, waitingFor(held));
        stalls.settle(0);
        SlowCall call = call("counted", 3_600_000, 15, 0);
        held.addAll(Collections.nCopies(1_000, heldByWriter(call)));
        long beforeBytes = MemoryCap.usedBytes();
        CountedCalls.add(early, List.of(call));
        assertThat(MemoryCap.usedBytes() - beforeBytes).isGreaterThan(100 * held.size());
        early.explainAll();
        assertThat(MemoryCap.usedBytes() - beforeBytes).isLessThan(100 * held.size());
    }

    @Test
    void withoutATimelineAllIsNotKnownAndNothingWaits() {
        SlowCallCauses blind = new SlowCallCauses(() -> null, () -> 0, new ThreadTimes(() -> null, null));
        CountedCalls.add(blind, List.of(call("blind", 60_000, 15, 10)));
        assertThat(shares(blind.totals(), "blind", lengths(2, 1, 15)))
                .filteredOn(share -> share.band().equals(PercentileBand.ALL.label()))
                .singleElement()
                .satisfies(share -> {
                    assertThat(share.cause()).isEqualTo(Cause.UNKNOWN.label());
                    assertThat(share.sharePercent()).isEqualTo(100);
                    assertThat(share.chancePercent()).isNaN();
                });
    }

    @Test
    void noMoreCallsAreExplainedThanTheBandHas() {
        stalls.stall(StallKind.GC, 40_000, 40).stall(StallKind.GC, 45_000, 40).settle(50_000);
        CountedCalls.add(causes, List.of(call("late", 39_999, 51, 0), call("late", 44_999, 51, 0)));
        List<CauseShare> shares = shares(causes.totals(), "late", lengths(998, 1, 51)); // one was counted before
        assertThat(shares).isNotEmpty().allSatisfy(share -> {
            assertThat(share.explained()).isEqualTo(share.calls()).isEqualTo(1);
            assertThat(share.causeCalls()).isLessThanOrEqualTo(1);
        });
    }

    @Test
    void bandsHaveSharesOfTheTimeAndOfTheCalls() {
        stalls.stall(StallKind.GC, 40_000, 40).settle(50_000);
        CountedCalls.add(causes, List.of(call("bands", 39_999, 51, 0), call("bands", 45_000, 11, 0)));
        List<CauseShare> shares = shares(causes.totals(), "bands", lengths(998, 1, 11, 51));
        assertThat(shares.stream().map(CauseShare::band).distinct())
                .containsExactly(PercentileBand.ALL.label(), PercentileBand.P999.label(), PercentileBand.P9999.label());
        CauseShare all = shares.get(0);
        assertThat(all.explained()).isEqualTo(2);
        assertThat(all.calls()).isEqualTo(2); // p99 is 1 ms, as the median is
        assertThat(all.timeus()).isCloseTo(62_000, within(100.0));
        assertThat(all.cause()).isEqualTo(Cause.GC.label());
        assertThat(all.sharePercent()).isCloseTo(4_000 / 62.0, within(1.0));
        assertThat(all.callsPercent()).isCloseTo(50, within(1.0));
        assertThat(all.causeCalls()).isEqualTo(1);
        CauseShare slowest = shares.stream()
                .filter(share -> share.band().equals(PercentileBand.P9999.label()))
                .findFirst()
                .orElseThrow();
        assertThat(slowest.calls()).isEqualTo(1);
        assertThat(slowest.explained()).isEqualTo(1);
        assertThat(slowest.sharePercent()).isCloseTo(4_000 / 51.0, within(1.0));
    }

    @Test
    void stallsThatAreEverywhereAreThereByChance() {
        for (int millis = 0; millis < 40_000; millis += 20) {
            stalls.stall(StallKind.STOPPED, millis, 5);
        }
        stalls.stall(StallKind.GC, 40_000, 100).settle(50_000);
        CountedCalls.add(
                causes,
                IntStream.range(25_000, 26_000)
                        .mapToObj(start -> call("chance", start, 20, 0))
                        .toList());
        CountedCalls.add(causes, List.of(call("gc", 39_990, 120, 0)));
        CauseTotals totals = causes.totals();
        CauseShare paused = shares(totals, "chance", lengths(2_000, 0, 20)).stream()
                .filter(share -> share.cause().equals(Cause.PAUSED.label()))
                .findFirst()
                .orElseThrow();
        assertThat(paused.sharePercent()).isCloseTo(25, within(1.0));
        assertThat(paused.chancePercent()).isCloseTo(25, within(1.0));
        CauseShare gc = shares(totals, "gc", lengths(2_000, 0, 120)).get(0);
        assertThat(gc.cause()).isEqualTo(Cause.GC.label());
        assertThat(gc.sharePercent()).isCloseTo(100 / 1.2, within(1.0));
        assertThat(gc.chancePercent()).isZero();
    }

    @Test
    void whatCameSinceACopyIsADifference() {
        stalls.settle(50_000);
        CountedCalls.add(causes, List.of(call("since", 40_000, 20, 0)));
        CauseTotals before = causes.totals();
        CountedCalls.add(causes, List.of(call("since", 41_000, 20, 0), call("since", 42_000, 40, 0)));
        CauseTotals since = causes.totals().minus(before);
        assertThat(shares(since, "since", lengths(2, 1, 20, 40)).get(0).explained())
                .isEqualTo(1); // p99 is 40 ms
        assertThat(shares(since, "since", lengths(200, 1, 20, 40)).get(0).explained())
                .isEqualTo(2);
        assertThat(shares(causes.totals(), "since", lengths(200, 1, 20, 20, 40))
                        .get(0)
                        .explained())
                .isEqualTo(3);
    }

    @Test
    void groupsHaveALimit() {
        stalls.settle(50_000);
        List<SlowCall> calls = new ArrayList<>();
        for (int i = 0; i < CauseTotals.MOST_GROUPS + 10; i++) {
            calls.add(call("group " + i, 40_000, 20, 0));
        }
        CountedCalls.add(causes, calls.subList(0, CauseTotals.MOST_GROUPS));
        CountedCalls.add(causes, calls.subList(CauseTotals.MOST_GROUPS, calls.size()));
        assertThat(causes.totals().probes()).hasSize(CauseTotals.MOST_GROUPS);
    }

    @Test
    void backendsGetWhatTheSettingsAskForWhateverAWatchDoes() {
        SlowCalls slow = new SlowCalls(NanoTimeClock::new, () -> {});
        slow.listen(new SlowCallCauses(() -> null, () -> 0, new ThreadTimes(() -> null, null)));
        ProbeRecorder probe = ProbeRecorder.named("by settings");
        try {
            slow.follow(5 * MILLI);
            slow.followWatch(MILLI);
            record(slow, probe, 2, 2, 6);
            assertThat(published("by settings")).isEqualTo(1);
            slow.follow(MILLI);
            slow.followWatch(5 * MILLI);
            record(slow, probe, 2, 2, 6);
            assertThat(published("by settings")).isEqualTo(4);
            slow.stop();
            slow.followWatch(MILLI);
            record(slow, probe, 2, 2, 6);
            assertThat(published("by settings")).isEqualTo(4);
        } finally {
            slow.stop();
        }
    }

    private static void record(SlowCalls slow, ProbeRecorder probe, long... millis) {
        LongStream.of(millis).forEach(each -> probe.recordNanos(each * MILLI));
        slow.endPeriods();
    }

    private static long published(String probe) {
        return new IntervalReader()
                .total().stream()
                        .filter(interval -> interval.name().equals(Hub.SLOW_CALLS)
                                && probe.equals(interval.tags().get("probe")))
                        .mapToLong(interval -> interval.histogram().getTotalCount())
                        .sum();
    }

    @Test
    void backendsGetTheTimeByProbeAndCause() {
        stalls.stall(StallKind.GC, 40_000, 15).settle(50_000);
        SlowCall tagged = new SlowCall(
                "published", Map.of("desk", "fx"), "ok", stalls.nanos(39_999), 20 * MILLI, 1, "main", 0, 0);
        CountedCalls.add(causes, List.of(tagged));
        List<Interval> published = new IntervalReader()
                .total().stream()
                        .filter(interval -> interval.name().equals(Hub.SLOW_CALLS)
                                && "published".equals(interval.tags().get("probe")))
                        .toList();
        assertThat(published).allMatch(Interval::isJitter);
        assertThat(published)
                .extracting(Interval::tags)
                .containsExactlyInAnyOrder(
                        Map.of("probe", "published", "cause", "gc", "desk", "fx"),
                        Map.of("probe", "published", "cause", "unknown", "desk", "fx"));
        assertThat(published.stream()
                        .filter(interval -> "gc".equals(interval.tags().get("cause")))
                        .findFirst()
                        .orElseThrow()
                        .maxNanos())
                .isEqualTo(15 * MILLI);
    }
}
