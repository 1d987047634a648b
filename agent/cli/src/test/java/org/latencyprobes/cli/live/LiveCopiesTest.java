package org.latencyprobes.cli.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.protocol.Request;

/** Tests of counts that do not continue those before, such as those of another application's copy of a probe. */
final class LiveCopiesTest {

    private static final long LONG_AGO = 1_000_000;

    private final RowKey key = new RowKey("place", Map.of(), "ok", "probe", 0);
    private final SnapshotSource agent = new SnapshotSource();
    private final LiveModel model = new LiveModel();

    /** So many calls of a length, since a start. */
    private void second(long startMillis, long nanos, long calls) {
        Histogram histogram = new Histogram(2);
        histogram.recordValueWithCount(nanos, calls);
        agent.pass(1);
        model.update(agent.answer(model.next(), key, "on", startMillis, calls, histogram));
    }

    private long calls() {
        return model.view().rows().get(0).figures().count();
    }

    @Test
    void anotherCopyThatTakesTheNumberOfOneThatIsGoneGoesOnFromItsOwnCounts() {
        second(LONG_AGO, 1_000, 10);
        second(LONG_AGO, 1_000, 15);
        second(LONG_AGO + 50_000, 2_000, 100);
        assertThat(calls()).isEqualTo(5);
        second(LONG_AGO + 50_000, 2_000, 103);
        assertThat(calls()).isEqualTo(8);
        assertThat(model.view().problem()).isEmpty();
    }

    @Test
    void anotherApplicationThatTakesTheNumberHasNoTimeBefore() {
        second(LONG_AGO, 1_000, 10);
        second(LONG_AGO, 1_000, 15);
        agent.owner(key.copy(), "redeployed");
        long begun = System.currentTimeMillis() + 1;
        second(begun, 2_000, 20);
        second(begun, 2_000, 27);
        assertThat(model.history(key)).extracting(SeriesInterval::count).containsExactly(20L, 7L);
        assertThat(calls()).isEqualTo(27);

        agent.owner(key.copy(), "had another number");
        second(LONG_AGO, 3_000, 100);
        assertThat(model.history(key)).isEmpty();
        second(LONG_AGO, 3_000, 103);
        assertThat(calls()).isEqualTo(3);
    }

    @Test
    void countsThatHaveOtherValuesAreNotThoseOfTheSameCopy() {
        second(LONG_AGO, 1_000, 10);
        second(LONG_AGO, 2_000, 100);
        second(LONG_AGO, 2_000, 104);
        assertThat(calls()).isEqualTo(4);
    }

    @Test
    void aCopyThatBeganSinceCountsFromItsStart() {
        second(LONG_AGO, 1_000, 10);
        second(System.currentTimeMillis() + 1, 1_000, 3);
        assertThat(calls()).isEqualTo(3);
    }

    @Test
    void anAnswerThatCannotBeTakenLetsTheModelBeginAnew() {
        second(LONG_AGO, 1_000, 1);
        second(LONG_AGO, 1_000, Long.MAX_VALUE);
        second(System.currentTimeMillis() + 1, 1_000, Long.MAX_VALUE - 1); // more than a sum can hold
        assertThatThrownBy(() -> {
                    for (int i = 0; i < 12; i++) {
                        second(LONG_AGO, 1_000, i);
                    }
                })
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("contradicts");
        assertThat(model.next()).isEqualTo(new Request.Snapshot(0, null));
        second(LONG_AGO, 1_000, 10);
        second(LONG_AGO, 1_000, 12);
        assertThat(calls()).isEqualTo(2);
    }
}
