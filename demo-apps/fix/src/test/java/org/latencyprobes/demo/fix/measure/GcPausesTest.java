package org.latencyprobes.demo.fix.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class GcPausesTest {

    private static final int COLLECTIONS = 10;

    private record Call(long startNanos, long endNanos) {}

    /** A collection that is asked for happens during the call, so its pause overlaps that and reaches no further than the clock's doubt. */
    @Test
    void liesWhereTheCollectionWasAskedFor() {
        GcPauses pauses = new GcPauses();
        long doubtNanos = pauses.clock().doubtNanos();
        List<Call> calls = new ArrayList<>();
        for (int i = 0; i < COLLECTIONS; i++) {
            long startNanos = System.nanoTime();
            System.gc();
            calls.add(new Call(startNanos, System.nanoTime()));
        }

        for (Call call : calls) {
            assertThat(pauses.between(call.startNanos(), call.endNanos()))
                    .anySatisfy(pause ->
                            assertThat(call.startNanos() - pause.startNanos()).isLessThanOrEqualTo(doubtNanos))
                    .anySatisfy(pause ->
                            assertThat(pause.endNanos() - call.endNanos()).isLessThanOrEqualTo(doubtNanos));
        }
        assertThat(pauses.between(calls.get(0).startNanos(), System.nanoTime()))
                .hasSizeGreaterThanOrEqualTo(COLLECTIONS);
    }

    @Test
    void overlapsWhatSharesAMoment() {
        Pause pause = new Pause(10, 20, 1);

        assertThat(pause.overlaps(0, 11)).isTrue();
        assertThat(pause.overlaps(12, 13)).isTrue();
        assertThat(pause.overlaps(19, 30)).isTrue();
        assertThat(pause.overlaps(0, 10)).isFalse();
        assertThat(pause.overlaps(20, 30)).isFalse();
    }
}
