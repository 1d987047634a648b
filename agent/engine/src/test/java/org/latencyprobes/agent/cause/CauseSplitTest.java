package org.latencyprobes.agent.cause;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.protocol.slow.ThreadTime;
import org.latencyprobes.agent.slow.WaitKind;
import org.latencyprobes.agent.stall.StallKind;

final class CauseSplitTest {

    private static final long[] NO_WAITS = new long[WaitKind.values().length];

    private static CauseSplit split(long callNanos, long gcNanos, long cpuNanos, long measuringNanos) {
        return CauseSplit.of(callNanos, stalls(gcNanos, cpuNanos), measuringNanos, null, NO_WAITS);
    }

    private static long[] stalls(long gcNanos, long cpuNanos) {
        long[] stalls = new long[StallKind.values().length];
        stalls[StallKind.GC.ordinal()] = gcNanos;
        stalls[StallKind.CPU_WAIT.ordinal()] = cpuNanos;
        return stalls;
    }

    private static long[] nanosByCause(CauseSplit split) {
        return Arrays.stream(Cause.values()).mapToLong(split::nanos).toArray();
    }

    @Test
    void countsEachNanosecondOnceAndLeavesTheRestNotKnown() {
        CauseSplit split = split(100, 40, 20, 10);
        assertThat(split.nanos(Cause.GC)).isEqualTo(40);
        assertThat(split.nanos(Cause.CPU_WAIT)).isEqualTo(20);
        assertThat(split.nanos(Cause.OVERHEAD)).isEqualTo(10);
        assertThat(split.nanos(Cause.UNKNOWN)).isEqualTo(30);
    }

    @Test
    void givesTheFirstInOrderWhereCausesTakeMoreThanTheCall() {
        CauseSplit split = split(100, 70, 50, 1_000);
        assertThat(split.nanos(Cause.GC)).isEqualTo(70);
        assertThat(split.nanos(Cause.CPU_WAIT)).isEqualTo(30);
        assertThat(split.nanos(Cause.OVERHEAD)).isZero();
        assertThat(Arrays.stream(nanosByCause(split)).sum()).isEqualTo(100);
    }

    /** The sampler's wait for a CPU says nothing of a thread that slept. */
    @Test
    void whatTheThreadWaitedForComesBeforeWhatTheSamplerDid() {
        CauseSplit split = CauseSplit.of(100, stalls(30, 50), 10, null, waits(WaitKind.SLEEP, 80));
        assertThat(split.nanos(Cause.GC)).isEqualTo(30);
        assertThat(split.nanos(Cause.SLEEP)).isEqualTo(70);
        assertThat(split.nanos(Cause.CPU_WAIT)).isZero();
        assertThat(split.nanos(Cause.UNKNOWN)).isZero();
        assertThat(split.main(10)).isEqualTo(Cause.SLEEP);
    }

    @Test
    void aCallThatIsNoSlowerThanUsualHasTheCauseOfMostOfItsTime() {
        CauseSplit split = CauseSplit.of(100, stalls(0, 0), 0, null, waits(WaitKind.SLEEP, 80));
        assertThat(split.main(200)).isEqualTo(Cause.SLEEP);
        assertThat(split.main(0)).isEqualTo(Cause.SLEEP);
    }

    @Test
    void whatTheThreadRanForSureIsNoWait() {
        ThreadTime ran = new ThreadTime(0, 30, 30, 20, 0, 0, null);
        CauseSplit split = CauseSplit.of(100, stalls(0, 20), 0, ran, waits(WaitKind.PARK, 90));
        assertThat(split.nanos(Cause.PARK)).isEqualTo(50);
        assertThat(split.nanos(Cause.CPU_WAIT)).isEqualTo(20);
        assertThat(split.nanos(Cause.ON_CPU)).isEqualTo(30);
    }

    @Test
    void eachKindOfWaitIsACause() {
        for (WaitKind kind : WaitKind.values()) {
            CauseSplit split = CauseSplit.of(100, stalls(0, 0), 0, null, waits(kind, 40));
            assertThat(Arrays.stream(Cause.values()).filter(Cause::isWait).filter(cause -> split.nanos(cause) == 40))
                    .as("%s", kind)
                    .singleElement()
                    .hasToString(kind.name());
            assertThat(split.nanos(Cause.UNKNOWN)).isEqualTo(60);
        }
    }

    private static long[] waits(WaitKind kind, long nanos) {
        long[] waits = new long[WaitKind.values().length];
        waits[kind.ordinal()] = nanos;
        return waits;
    }

    @Test
    void eachKindOfStallIsACause() {
        for (StallKind kind : StallKind.values()) {
            long[] byKind = new long[StallKind.values().length];
            byKind[kind.ordinal()] = 1;
            assertThat(Cause.of(kind).of(byKind)).isEqualTo(kind == StallKind.UNKNOWN ? 0 : 1);
        }
    }

    @Test
    void theMainCauseIsThatOfTheTimeAboveTheUsual() {
        assertThat(split(90, 40, 0, 0).main(0)).isEqualTo(Cause.UNKNOWN);
        assertThat(split(90, 40, 0, 0).main(50)).isEqualTo(Cause.GC);
        assertThat(split(90, 0, 0, 0).main(50)).isEqualTo(Cause.UNKNOWN);
        assertThat(split(90, 0, 0, 60).main(0)).isEqualTo(Cause.OVERHEAD);
    }

    @Test
    void theUsualTimeComesOffWhatAUsualCallConsistsOf() {
        double[] above = CauseSplit.aboveUsual(nanosByCause(split(20, 0, 0, 5)), 10);
        assertThat(above[Cause.OVERHEAD.ordinal()]).isEqualTo(2.5);
        assertThat(above[Cause.UNKNOWN.ordinal()]).isEqualTo(7.5);
        double[] stalled = CauseSplit.aboveUsual(nanosByCause(split(20, 15, 0, 0)), 10);
        assertThat(stalled[Cause.GC.ordinal()]).isEqualTo(10);
        assertThat(stalled[Cause.UNKNOWN.ordinal()]).isZero();
        double[] quick = CauseSplit.aboveUsual(nanosByCause(split(20, 15, 0, 0)), 30);
        assertThat(quick).containsOnly(0);
    }

    @Test
    void whatTheThreadDidIsCodeAndTheRestIsNotKnown() {
        CauseSplit split = CauseSplit.of(100, stalls(30, 20), 5, new ThreadTime(0, 60, 25, 20, 0, 0, null), NO_WAITS);
        assertThat(split.nanos(Cause.GC)).isEqualTo(30);
        assertThat(split.nanos(Cause.CPU_WAIT)).isEqualTo(20);
        assertThat(split.nanos(Cause.OVERHEAD)).isEqualTo(5);
        assertThat(split.nanos(Cause.ON_CPU)).isEqualTo(20);
        assertThat(split.nanos(Cause.UNKNOWN)).isEqualTo(25);
    }

    @Test
    void cpuTimeIsSureAndWaitsForACpuMayBeInAnotherStall() {
        CauseSplit split = CauseSplit.of(100, stalls(50, 40), 0, new ThreadTime(0, 30, 30, 40, 0, 0, null), NO_WAITS);
        assertThat(split.nanos(Cause.GC)).isEqualTo(50);
        assertThat(split.nanos(Cause.CPU_WAIT)).isEqualTo(20);
        assertThat(split.nanos(Cause.ON_CPU)).isEqualTo(30);
    }
}
