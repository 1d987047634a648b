package org.latencyprobes.explain;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

final class SplitTest {

    private static long[] nanos(Map<Cause, Long> byCause) {
        long[] nanos = new long[Cause.values().length];
        byCause.forEach((cause, length) -> nanos[cause.ordinal()] = length);
        return nanos;
    }

    private static Cause main(Map<Cause, Long> byCause, double usualNanos) {
        return Split.main(nanos(byCause), usualNanos);
    }

    @Test
    void theMainCauseIsThatOfTheTimeAboveTheUsual() {
        assertThat(main(Map.of(Cause.GC, 40L, Cause.UNKNOWN, 50L), 0)).isEqualTo(Cause.UNKNOWN);
        assertThat(main(Map.of(Cause.GC, 40L, Cause.UNKNOWN, 50L), 50)).isEqualTo(Cause.GC);
        assertThat(main(Map.of(Cause.UNKNOWN, 90L), 50)).isEqualTo(Cause.UNKNOWN);
        assertThat(main(Map.of(Cause.OVERHEAD, 60L, Cause.UNKNOWN, 30L), 0)).isEqualTo(Cause.OVERHEAD);
    }

    @Test
    void aCallThatIsNoSlowerThanUsualHasTheCauseOfMostOfItsTime() {
        assertThat(main(Map.of(Cause.SLEEP, 80L, Cause.UNKNOWN, 20L), 200)).isEqualTo(Cause.SLEEP);
        assertThat(main(Map.of(Cause.SLEEP, 80L, Cause.UNKNOWN, 20L), 0)).isEqualTo(Cause.SLEEP);
    }

    @Test
    void theUsualTimeComesOffWhatAUsualCallConsistsOf() {
        double[] above = Split.aboveUsual(nanos(Map.of(Cause.OVERHEAD, 5L, Cause.UNKNOWN, 15L)), 10);
        assertThat(above[Cause.OVERHEAD.ordinal()]).isEqualTo(2.5);
        assertThat(above[Cause.UNKNOWN.ordinal()]).isEqualTo(7.5);
        long[] stalled = nanos(Map.of(Cause.GC, 15L, Cause.UNKNOWN, 5L));
        assertThat(Split.aboveUsual(stalled, 10)[Cause.GC.ordinal()]).isEqualTo(10);
        assertThat(Split.aboveUsual(stalled, 10)[Cause.UNKNOWN.ordinal()]).isZero();
        assertThat(Split.aboveUsual(stalled, 30)).containsOnly(0);
    }

    @Test
    void eachKindOfStallIsACause() {
        for (StallKind kind : StallKind.values()) {
            long[] byKind = new long[StallKind.values().length];
            byKind[kind.ordinal()] = 1;
            assertThat(Cause.of(kind).of(byKind)).isEqualTo(kind == StallKind.UNKNOWN ? 0 : 1);
        }
    }
}
