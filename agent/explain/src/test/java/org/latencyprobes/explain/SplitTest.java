package org.latencyprobes.explain;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

final class SplitTest {

    private static Cause main(Map<Cause, Long> nanos) {
        return Split.main(cause -> nanos.getOrDefault(cause, 0L));
    }

    @Test
    void theMainCauseIsThatOfMostOfTheTime() {
        assertThat(main(Map.of(Cause.GC, 40L, Cause.UNKNOWN, 50L))).isEqualTo(Cause.UNKNOWN);
        assertThat(main(Map.of(Cause.OVERHEAD, 60L, Cause.UNKNOWN, 30L))).isEqualTo(Cause.OVERHEAD);
        assertThat(main(Map.of())).isEqualTo(Cause.UNKNOWN);
    }

    @Test
    void ofTwoWithTheSameTimeTheFirstByPrecedenceIsTheMainCause() {
        assertThat(main(Map.of(Cause.LOCK, 50L, Cause.GC, 50L))).isEqualTo(Cause.GC);
        assertThat(main(Map.of(Cause.UNKNOWN, 50L, Cause.LOCK, 50L))).isEqualTo(Cause.LOCK);
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
