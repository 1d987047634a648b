package org.latencyprobes.internal.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.latencyprobes.histogram.Interval;
import org.latencyprobes.internal.counts.Nesting;

class ReportTableTextTest {

    private static final int WIDTH = 100;

    private static Figures row(String name, String outcome, long count, double micros) {
        return new Figures(
                name,
                "",
                outcome,
                false,
                count,
                count,
                count / 2.0,
                count * micros,
                List.of(micros, micros, micros, micros, micros),
                List.of(),
                true,
                micros);
    }

    @Test
    void hasALineForEachRow() {
        String text = ReportTableText.of(List.of(row("find", "ok", 1_000, 0.5), row("find", "error", 10, 1.5)));
        assertThat(text).isEqualTo("""
                        probe
                          outcome count per s   total     mean      p50      p90      p99    p99.9   p99.99      max
                        find
                          ok      1,000 500.0  500 µs   500 ns   500 ns   500 ns   500 ns   500 ns   500 ns   500 ns
                          error      10   5.0 15.0 µs 1,500 ns 1,500 ns 1,500 ns 1,500 ns 1,500 ns 1,500 ns 1,500 ns
                        """);
    }

    @Test
    void aLongNameHasALineOfItsOwnAboveItsOutcomes() {
        String name = "com.acme.orders.OrderService.placeAndConfirmWithTheExchange";
        assertThat(ReportTableText.of(List.of(row(name, "ok", 5, 1), row(name, "error", 5, 1)))
                        .lines())
                .hasSize(5)
                .startsWith("probe")
                .containsOnlyOnce(name)
                .anyMatch(line -> line.startsWith("  ok "))
                .anyMatch(line -> line.startsWith("  error "));
    }

    @Test
    void fitsATerminalAlsoWithLargeNumbers() {
        List<Figures> rows = new ArrayList<>();
        for (String outcome : List.of("ok", "error", "cancelled")) {
            rows.add(new Figures(
                    "com.acme.orders.OrderService.placeAndConfirmWithTheExchange",
                    "",
                    outcome,
                    false,
                    99_999_999,
                    99_999_999,
                    54_208.3,
                    9e9,
                    List.of(28.03, 42.75, 66_666.5, 933_890.9, 1_031_798.8),
                    List.of(),
                    true,
                    1_031_798.8));
        }
        assertThat(ReportTableText.of(rows).lines()).allMatch(line -> line.length() <= WIDTH);
    }

    @Test
    void percentilesAreNotAboveTheLongest() {
        Histogram histogram = new Histogram(2);
        histogram.recordValueWithCount(60_310, 200_000);
        Interval interval = new Interval(
                "p", Map.of(), "ok", "probe", "", 0, 1_000, 60_310, 0, 0, 0, 0, true, Nesting.NONE, histogram);
        assertThat(histogram.getValueAtPercentile(99.99)).isGreaterThan(60_310);
        Figures figures = Figures.of(interval);
        assertThat(figures.micros()).containsOnly(60.31);
        assertThat(figures.meanMicros()).isLessThanOrEqualTo(60.31);
    }

    @Test
    void comesInPieces() {
        List<Figures> rows = new ArrayList<>();
        for (int i = 0; i < 2_000; i++) {
            rows.add(row("probe" + i, "ok", i, i / 100.0));
        }
        List<String> pieces = new ArrayList<>();
        ReportTableText.print(rows, pieces::add);
        assertThat(pieces).hasSizeGreaterThan(5).allMatch(piece -> piece.endsWith("\n"));
        assertThat(String.join("", pieces)).isEqualTo(ReportTableText.of(rows)).hasLineCount(4_002);
    }
}
