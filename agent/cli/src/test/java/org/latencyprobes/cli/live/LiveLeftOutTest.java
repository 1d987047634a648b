package org.latencyprobes.cli.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.HdrHistogram.Histogram;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** Tests of series that fall out of those with the most calls, which alone the agent sends. */
final class LiveLeftOutTest {

    private final RowKey few = new RowKey("few", Map.of(), "ok", "probe", 0);
    private final RowKey many = new RowKey("many", Map.of(), "ok", "probe", 0);
    private final SnapshotSource agent = new SnapshotSource();
    private final LiveModel model = new LiveModel();

    /** The row of one series, in which it has so many calls. */
    private void second(RowKey key, long calls) {
        Histogram histogram = new Histogram(2);
        histogram.recordValueWithCount(1_000, calls);
        agent.pass(1);
        model.update(agent.answer(model.next(), key, "on", 1_000_000, calls, histogram));
    }

    private LiveRow row(RowKey key) {
        return model.view().rows().stream()
                .filter(row -> row.key().equals(key))
                .findFirst()
                .orElse(null);
    }

    private void fallOut() {
        second(few, 10);
        second(few, 15);
        agent.leaveOut(1, 20);
        second(many, 20);
    }

    @Test
    void whatIsNotSentIsNoRowThatSeemsIdle() {
        fallOut();
        assertThat(row(few)).isNull();
        assertThat(model.history(few)).isEmpty();
        assertThat(model.view().leftOut()).isEqualTo(1);
    }

    @Test
    void whatIsSentAgainIsARowOnceItsRateIsKnown() {
        fallOut();
        second(few, 100);
        assertThat(row(few)).isNull();
        second(few, 130);
        assertThat(row(few).figures().count()).isEqualTo(30);
        assertThat(row(few).figures().perSecond()).isEqualTo(30, Offset.offset(0.1));
    }

    @Test
    void sinceTheStartItIsARowAtOnce() {
        fallOut();
        model.window(0);
        second(few, 100);
        assertThat(row(few).figures().count()).isEqualTo(100);
    }

    @Test
    void whatHasAsManyCallsNowAsTheOthersGoesOn() {
        second(few, 10);
        agent.leaveOut(1, 15);
        second(few, 15);
        assertThat(row(few).figures().count()).isEqualTo(5);
    }

    @Test
    void whatHadNoCallsSinceAndIsStillSentGoesOn() {
        second(few, 15);
        agent.leaveOut(1, 15);
        second(many, 20);
        assertThat(row(few)).isNotNull();
    }
}
