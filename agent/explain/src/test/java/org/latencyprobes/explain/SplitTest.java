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

    @Test
    void theMainCauseIsThatOfMostOfTheTime() {
        assertThat(Split.main(nanos(Map.of(Cause.GC, 40L, Cause.UNKNOWN, 50L)))).isEqualTo(Cause.UNKNOWN);
        assertThat(Split.main(nanos(Map.of(Cause.OVERHEAD, 60L, Cause.UNKNOWN, 30L))))
                .isEqualTo(Cause.OVERHEAD);
        assertThat(Split.main(nanos(Map.of()))).isEqualTo(Cause.UNKNOWN);
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
