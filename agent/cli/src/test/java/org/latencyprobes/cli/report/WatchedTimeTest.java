package org.latencyprobes.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.latencyprobes.cli.live.LiveModel;
import org.latencyprobes.cli.live.RowKey;
import org.latencyprobes.cli.live.SnapshotSource;
import org.latencyprobes.probe.LatencyProbe;

final class WatchedTimeTest {

    private final LatencyProbe often = LatencyProbe.named("often " + System.nanoTime());
    private final LatencyProbe once = LatencyProbe.named("once " + System.nanoTime());
    private final SnapshotSource agent = new SnapshotSource();
    private final LiveModel model = new LiveModel();

    private List<Histogram> blocks(WatchedTime time, LatencyProbe probe) {
        RowKey key = new RowKey(probe.name(), Map.of(), "ok", "probe", 0);
        return model.view().rows().stream()
                .filter(row -> row.key().equals(key))
                .findFirst()
                .map(row -> time.blocks(key, row.owner()))
                .orElseGet(() -> time.blocks(key, ""));
    }

    private void second() {
        agent.pass(1);
        model.update(agent.answer(model.next()));
    }

    private static Histogram first(List<Histogram> blocks) {
        return blocks.get(0);
    }

    private static Histogram last(List<Histogram> blocks) {
        return blocks.get(blocks.size() - 1);
    }

    @Test
    void allProbesAreShownOverTheSameTime() {
        second();
        for (int i = 0; i < 5; i++) {
            often.recordNanos(1_000);
            if (i == 2) {
                once.recordNanos(1_000);
            }
            second();
        }
        WatchedTime time = new WatchedTime(model);
        List<Histogram> blocks = blocks(time, once);

        assertThat(blocks(time, often)).hasSize(5);
        assertThat(blocks).extracting(Histogram::getTotalCount).containsOnly(0L, 1L);
        assertThat(first(blocks).getStartTimeStamp())
                .isEqualTo(first(blocks(time, often)).getStartTimeStamp());
        assertThat(last(blocks).getEndTimeStamp())
                .isEqualTo(last(blocks(time, often)).getEndTimeStamp());
        for (int i = 1; i < blocks.size(); i++) {
            assertThat(blocks.get(i).getStartTimeStamp())
                    .isEqualTo(blocks.get(i - 1).getEndTimeStamp());
        }
    }

    @Test
    void silenceAtBothEndsIsPartOfTheTime() {
        second();
        second();
        once.recordNanos(1_000);
        second();
        second();
        List<Histogram> blocks = blocks(new WatchedTime(model), once);

        assertThat(blocks).extracting(Histogram::getTotalCount).containsExactly(0L, 1L, 0L);
        assertThat(last(blocks).getEndTimeStamp() - first(blocks).getStartTimeStamp())
                .isEqualTo(3_000);
    }

    @Test
    void whatWasNotSeenHasNoTime() {
        Map<String, String> facts = new LinkedHashMap<>();
        WatchedTime time = new WatchedTime(model);
        time.facts(facts);

        assertThat(blocks(time, often)).isEmpty();
        assertThat(time.stalls()).isEmpty();
        assertThat(facts).isEmpty();
    }
}
