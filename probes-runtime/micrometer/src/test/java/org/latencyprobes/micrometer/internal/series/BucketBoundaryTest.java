package org.latencyprobes.micrometer.internal.series;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.latencyprobes.internal.counts.Layout;

class BucketBoundaryTest {

    @ParameterizedTest
    @CsvSource({"PT0.00025S, 250us", "PT0.001S, 1ms", "PT2S, 2s", "PT60S, 1m", "PT1H, 1h", "PT0.0000015S, 1500ns"})
    void textIsAsAskedAndShort(Duration asked, String text) {
        assertThat(BucketBoundary.at(asked).text()).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(
            longs = {1, 2, 127, 128, 129, 255, 256, 257, 999, 1_000, 250_000, 1_000_000, 123_456_789, 60_000_000_000L})
    void snapsToTheNearestEdgeBetweenTwoCounters(long nanos) {
        BucketBoundary boundary = BucketBoundary.at(Duration.ofNanos(nanos));
        assertThat(boundary.nanos()).isEqualTo(Layout.highestNanos(boundary.index()));
        long away = Math.abs(boundary.nanos() - nanos);
        assertThat(away).isLessThanOrEqualTo(Math.abs(Layout.highestNanos(boundary.index() + 1) - nanos));
        assertThat(away).isLessThanOrEqualTo((long) (nanos * 0.004));
    }

    @Test
    void whatIsNoThresholdIsRefused() {
        for (Duration asked : new Duration[] {Duration.ZERO, Duration.ofNanos(-1), Duration.ofHours(2)}) {
            assertThatThrownBy(() -> BucketBoundary.at(asked))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(asked.toString());
        }
    }
}
