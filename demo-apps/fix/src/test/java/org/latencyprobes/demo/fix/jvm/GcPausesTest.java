package org.latencyprobes.demo.fix.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("each-jdk")
class GcPausesTest {

    private static final int COLLECTIONS = 10;

    private record Call(long startNanos, long endNanos) {}

    /** A requested collection happens during the call, so its pause overlaps the call and exceeds it by at most the clock's uncertainty. */
    @Test
    void liesWhereTheCollectionWasAskedFor() {
        GcPauses pauses = GcPauses.OF_THIS_JVM;
        long uncertaintyNanos = pauses.clock().uncertaintyNanos();
        List<Call> calls = new ArrayList<>();
        for (int i = 0; i < COLLECTIONS; i++) {
            long startNanos = System.nanoTime();
            System.gc();
            calls.add(new Call(startNanos, System.nanoTime()));
        }

        await("the JVM has told of all") // on a thread of its own, which may have no CPU for a while
                .atMost(Duration.ofMinutes(5))
                .until(() -> pauses.between(calls.get(0).startNanos(), System.nanoTime())
                                .size()
                        >= COLLECTIONS);
        for (Call call : calls) {
            assertThat(pauses.between(call.startNanos(), call.endNanos()))
                    .anySatisfy(pause ->
                            assertThat(call.startNanos() - pause.startNanos()).isLessThanOrEqualTo(uncertaintyNanos))
                    .anySatisfy(pause ->
                            assertThat(pause.endNanos() - call.endNanos()).isLessThanOrEqualTo(uncertaintyNanos));
        }
    }

    @Test
    void overlapsWhatSharesAMoment() {
        CollectionPause pause = new CollectionPause(10, 20, 1);

        assertThat(pause.overlaps(0, 11)).isTrue();
        assertThat(pause.overlaps(12, 13)).isTrue();
        assertThat(pause.overlaps(19, 30)).isTrue();
        assertThat(pause.overlaps(0, 10)).isFalse();
        assertThat(pause.overlaps(20, 30)).isFalse();
    }
}
