package org.latencyprobes.cli.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

final class LiveSeriesTest {

    private static final long START_MILLIS = 1_000_000_000_000L;
    private static final long HOUR_MILLIS = TimeUnit.HOURS.toMillis(1);
    private static final RowKey KEY = new RowKey("probe", Map.of(), "ok", "probe", 0);

    private final LiveSeries series = new LiveSeries(row(START_MILLIS, 10), START_MILLIS + 1_000, 0);

    private static LiveSnapshot.Row row(long startMillis, int calls) {
        Histogram histogram = new Histogram(2);
        histogram.recordValueWithCount(1_000, calls);
        return new LiveSnapshot.Row(KEY, "agent", "on", startMillis, calls, calls, 1_000, true, histogram);
    }

    private static LiveInterval second(long steppedMillis) {
        return new LiveInterval(1, 0, TimeUnit.SECONDS.toNanos(1), START_MILLIS + 2_000 + steppedMillis);
    }

    @Test
    void goesOnWhereTheMachinesClockIsSetForwardAndSoIsItsStart() {
        series.add(second(HOUR_MILLIS), row(START_MILLIS + HOUR_MILLIS, 30));
        assertThat(series.history())
                .hasSize(1)
                .first()
                .satisfies(one -> assertThat(one.count()).isEqualTo(20));
        assertThat(series.total(START_MILLIS + 2_000 + HOUR_MILLIS).perSecond()).isEqualTo(15, Offset.offset(0.1));
    }

    @Test
    void beginsAnewWhereItsStartIsLater() {
        series.add(second(0), row(START_MILLIS + 1_500, 30));
        assertThat(series.history())
                .hasSize(1)
                .first()
                .satisfies(one -> assertThat(one.count()).isEqualTo(30));
    }
}
