package org.latencyprobes.agent.cause;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.stall.StallKind;
import org.latencyprobes.agent.thread.ThreadTime;

final class CauseSplitTest {

    private static CauseSplit split(long callNanos, long gcNanos, long cpuNanos, long measuringNanos) {
        return CauseSplit.of(callNanos, stalls(gcNanos, cpuNanos), measuringNanos, null);
    }

    private static long[] stalls(long gcNanos, long cpuNanos) {
        long[] stalls = new long[StallKind.values().length];
        stalls[StallKind.GC.ordinal()] = gcNanos;
        stalls[StallKind.CPU.ordinal()] = cpuNanos;
        return stalls;
    }

    private static long[] nanosByCause(CauseSplit split) {
        return Arrays.stream(Cause.values()).mapToLong(split::nanos).toArray();
    }

    @Test
    void countsEachNanosecondOnceAndLeavesTheRestNotKnown() {
        CauseSplit split = split(100, 40, 20, 10);
        assertThat(split.nanos(Cause.GC)).isEqualTo(40);
        assertThat(split.nanos(Cause.CPU)).isEqualTo(20);
        assertThat(split.nanos(Cause.MEASURING)).isEqualTo(10);
        assertThat(split.nanos(Cause.NOT_KNOWN)).isEqualTo(30);
    }

    @Test
    void givesTheFirstInOrderWhereCausesTakeMoreThanTheCall() {
        CauseSplit split = split(100, 70, 50, 1_000);
        assertThat(split.nanos(Cause.GC)).isEqualTo(70);
        assertThat(split.nanos(Cause.CPU)).isEqualTo(30);
        assertThat(split.nanos(Cause.MEASURING)).isZero();
        assertThat(Arrays.stream(nanosByCause(split)).sum()).isEqualTo(100);
    }

    @Test
    void eachKindOfStallIsACause() {
        assertThat(Arrays.stream(Cause.values()).map(Cause::kind)).contains(StallKind.values());
    }

    @Test
    void theMainCauseIsThatOfTheTimeAboveTheUsual() {
        assertThat(split(90, 40, 0, 0).main(0)).isEqualTo(Cause.NOT_KNOWN);
        assertThat(split(90, 40, 0, 0).main(50)).isEqualTo(Cause.GC);
        assertThat(split(90, 0, 0, 0).main(50)).isEqualTo(Cause.NOT_KNOWN);
        assertThat(split(90, 0, 0, 60).main(0)).isEqualTo(Cause.MEASURING);
    }

    @Test
    void theUsualTimeComesOffWhatAUsualCallConsistsOf() {
        double[] above = CauseSplit.aboveUsual(nanosByCause(split(20, 0, 0, 5)), 10);
        assertThat(above[Cause.MEASURING.ordinal()]).isEqualTo(2.5);
        assertThat(above[Cause.NOT_KNOWN.ordinal()]).isEqualTo(7.5);
        double[] stalled = CauseSplit.aboveUsual(nanosByCause(split(20, 15, 0, 0)), 10);
        assertThat(stalled[Cause.GC.ordinal()]).isEqualTo(10);
        assertThat(stalled[Cause.NOT_KNOWN.ordinal()]).isZero();
        double[] quick = CauseSplit.aboveUsual(nanosByCause(split(20, 15, 0, 0)), 30);
        assertThat(quick).containsOnly(0);
    }

    @Test
    void whatTheThreadDidIsCodeAndTheRestIsNotKnown() {
        CauseSplit split = CauseSplit.of(100, stalls(30, 20), 5, new ThreadTime(0, 60, 25, 20, 0, 0, null));
        assertThat(split.nanos(Cause.GC)).isEqualTo(30);
        assertThat(split.nanos(Cause.CPU)).isEqualTo(20);
        assertThat(split.nanos(Cause.MEASURING)).isEqualTo(5);
        assertThat(split.nanos(Cause.CODE)).isEqualTo(20);
        assertThat(split.nanos(Cause.NOT_KNOWN)).isEqualTo(25);
    }

    @Test
    void cpuTimeIsSureAndWaitsForACpuMayBeInAnotherStall() {
        CauseSplit split = CauseSplit.of(100, stalls(50, 40), 0, new ThreadTime(0, 30, 30, 40, 0, 0, null));
        assertThat(split.nanos(Cause.GC)).isEqualTo(50);
        assertThat(split.nanos(Cause.CPU)).isEqualTo(20);
        assertThat(split.nanos(Cause.CODE)).isEqualTo(30);
    }
}
