package org.latencyprobes.agent.stall;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.latencyprobes.explain.Stall;
import org.latencyprobes.explain.StallKind;
import org.latencyprobes.internal.counts.Layout;

final class StallTimelineTest {

    private final StallTimeline timeline = new StallTimeline();

    private List<Long> startsBetween(long from, long to) {
        return timeline.between(from, to).stream().map(Stall::startNanos).toList();
    }

    @Test
    void tellsWhatOverlapsACall() {
        timeline.add(StallKind.GC, 100, 10, 0);
        timeline.add(StallKind.CPU_WAIT, 120, 10, 0);
        timeline.add(StallKind.STOPPED, 140, 10, 0);
        assertThat(startsBetween(105, 145)).containsExactly(100L, 120L, 140L);
        assertThat(startsBetween(110, 140)).containsExactly(120L);
        assertThat(startsBetween(130, 140)).isEmpty();
        assertThat(timeline.between(105, 145).stream().mapToLong(stall -> overlapNanos(stall, 105, 145)))
                .containsExactly(5L, 10L, 5L);
    }

    private static long overlapNanos(Stall stall, long fromNanos, long toNanos) {
        return Stall.overlapNanos(stall.startNanos(), stall.nanos(), fromNanos, toNanos);
    }

    @Test
    void worksWhereNanoTimeWrapsAround() {
        long start = Long.MAX_VALUE - 5;
        timeline.add(StallKind.GC, start, 10, 0);
        assertThat(startsBetween(start + 8, start + 20)).containsExactly(start);
        assertThat(overlapNanos(timeline.last(1).get(0), start + 8, start + 20)).isEqualTo(2);
    }

    @Test
    void knowsTheLongestOfAKindSinceAMoment() {
        timeline.add(StallKind.GC, 100, 30, 0);
        timeline.add(StallKind.CPU_WAIT, 200, 50, 0);
        timeline.add(StallKind.GC, 300, 20, 0);
        assertThat(timeline.longest(StallKind.GC, 0, 30).startNanos()).isEqualTo(100);
        assertThat(timeline.longest(StallKind.GC, 200, 20).startNanos()).isEqualTo(300);
        assertThat(timeline.longest(StallKind.HOST, 0, 30)).isNull();
    }

    @Test
    void timeOfTheLongestIsNeverThatOfAShorterOne() {
        timeline.add(StallKind.GC, 100, 40_000_000, 0);
        timeline.add(StallKind.GC, 50_000_000, 30_000_000, 0);
        timeline.add(StallKind.GC, 90_000_000, 20_000_000, 0);
        for (int i = 0; i < StallTimeline.CAPACITY - 1; i++) {
            timeline.add(StallKind.CPU_WAIT, 200_000_000L + 10L * i, 5, 0);
        }
        assertThat(timeline.longest(StallKind.GC, 0, 40_000_000).startNanos()).isEqualTo(100);
        assertThat(timeline.longest(StallKind.GC, 45_000_000, 30_000_000)).isNull(); // it has given way
        assertThat(timeline.longest(StallKind.GC, 45_000_000, 20_000_000).startNanos())
                .isEqualTo(90_000_000);
    }

    @Test
    void upperEdgeOfACounterNamesTheStallInIt() {
        timeline.add(StallKind.GC, 100, 30_000_000, 0);
        long edge = Layout.highestNanos(Layout.indexOf(30_000_000));
        assertThat(timeline.longest(StallKind.GC, 0, edge).startNanos()).isEqualTo(100);
        assertThat(timeline.longest(StallKind.GC, 0, edge + 1)).isNull();
    }

    @Test
    void keepsTheLastOnesAndCountsTheRest() {
        int more = StallTimeline.CAPACITY + 10;
        for (int i = 0; i < more; i++) {
            timeline.add(StallKind.CPU_WAIT, 10L * i, 5, 0);
        }
        assertThat(timeline.recorded()).isEqualTo(more);
        assertThat(StallTimeline.forgotten(timeline.recorded())).isEqualTo(10);
        assertThat(timeline.last(more)).hasSize(StallTimeline.CAPACITY);
        assertThat(startsBetween(0, Long.MAX_VALUE))
                .hasSize(StallTimeline.CAPACITY)
                .startsWith(100L);
        assertThat(timeline.last(2)).extracting(Stall::startNanos).containsExactly(10L * (more - 2), 10L * (more - 1));
    }

    @Test
    void addsUpWhatOverlapsByKind() {
        timeline.add(StallKind.GC, 100, 10, 0);
        timeline.add(StallKind.CPU_WAIT, 120, 10, 0);
        timeline.add(StallKind.GC, 140, 10, 0);
        long[] nanos = new long[StallKind.values().length];
        timeline.addOverlaps(105, 145, nanos);
        assertThat(nanos[StallKind.GC.ordinal()]).isEqualTo(10);
        assertThat(nanos[StallKind.CPU_WAIT.ordinal()]).isEqualTo(10);
    }

    @Test
    void saysWhichTimesAreSettledAndKept() {
        assertThat(timeline.isSettled(100)).isTrue();
        assertThat(timeline.isKept(100)).isFalse();
        timeline.beginWatch(100);
        assertThat(timeline.isSettled(101)).isFalse();
        timeline.settle(200);
        assertThat(timeline.isSettled(200)).isTrue();
        assertThat(timeline.isSettled(201)).isFalse();
        assertThat(timeline.isKept(99)).isFalse();
        assertThat(timeline.isKept(100)).isTrue();
        assertThat(timeline.keptFrom(50)).isEqualTo(50);
        for (int i = 0; i <= StallTimeline.CAPACITY; i++) {
            timeline.add(StallKind.CPU_WAIT, 1_000 + 10L * i, 5, 0);
        }
        assertThat(timeline.keptFrom(1_009)).isEqualTo(1_010);
        assertThat(timeline.keptFrom(1_011)).isEqualTo(1_011);
        assertThat(timeline.isKept(1_009)).isFalse();
        assertThat(timeline.isKept(1_010)).isTrue();
        timeline.endWatch();
        assertThat(timeline.isSettled(Long.MAX_VALUE / 2)).isTrue();
    }
}
