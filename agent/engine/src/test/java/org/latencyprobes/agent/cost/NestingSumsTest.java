package org.latencyprobes.agent.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.protocol.figures.NestingRow;
import org.latencyprobes.histogram.Interval;
import org.latencyprobes.internal.counts.Nesting;

final class NestingSumsTest {

    private static final double TIMED_NANOS = 50;
    private static final double COUNTED_NANOS = 5;

    private final NestingSums sums = new NestingSums();

    private void add(String name, int calls, double meanNanos, long unknown, long inside, long untimedInside) {
        add(name, new Nesting(calls, meanNanos * calls, unknown, inside, 0, untimedInside, 0), calls, 0);
    }

    private void add(String name, Nesting nesting, int timed, long untimed) {
        Histogram histogram = new Histogram(2);
        histogram.recordValueWithCount(1_000, timed);
        sums.add(new Interval(
                name, Map.of(), "ok", "probe", "", 0, 1, 1_000, 0, 0, 0, untimed, true, nesting, histogram));
    }

    private List<NestingRow> rows() {
        return sums.rows(TIMED_NANOS, COUNTED_NANOS);
    }

    private List<String> sentences() {
        return NestingText.lines(rows());
    }

    @Test
    void callsInsideThatAreCountedOnlyCostLess() {
        add("around", 1_000, 1_000, 0, 2_000, 23_000);
        assertThat(sentences()).containsExactly("! around: 11 to 43 % is the cost of 25 probes inside it, 2 timed");
    }

    @Test
    void whereAPartIsKnownItSaysOfHowManyCalls() {
        add("around", 80_000, 2_500, 60_000, 25 * 20_000, 0);
        assertThat(sentences())
                .containsExactly(
                        "! around: 25 to 100 % is the cost of 25 probes inside it (known of 20,000 of 80,000 calls)");
    }

    @Test
    void whatIsNotKnownIsSaidWhereItMayBeMuch() {
        add("around", 80_000, 2_500, 80_000, 0, 0);
        add("leaf", 2_000_000, 60, 2_000_000, 0, 0);
        assertThat(sentences())
                .containsExactly(
                        "? how much is measuring is not known of calls that no thread's own stripe counts, such as"
                                + " beyond 64 threads, or on virtual threads from JDK 21 on: around (80,000 of 80,000 calls, at most 50 %)");
        NestingRow row = rows().get(0);
        assertThat(row.overheadPercent()).isNaN();
        assertThat(row.unknown()).isEqualTo(80_000);
        assertThat(row.mostPercent()).isCloseTo(50, within(0.1));
    }

    @Test
    void whatIsNotKnownIsNotSaidWhereTheOthersCallsWouldBeLittle() {
        add("handler", 1_000, 5_000_000, 1_000, 0, 0);
        add("query", 5_000, 200_000, 5_000, 0, 0);
        add("alone", 1_000, 40, 0, 0, 0);
        assertThat(rows()).isEmpty();
    }

    @Test
    void callsOfThreadsThatAreKnownAreNotInsideThoseThatAreNot() {
        add("around", 80_000, 2_500, 80_000, 0, 0);
        add("leaf", 2_000_000, 60, 0, 0, 0);
        assertThat(rows()).isEmpty();
    }

    @Test
    void callsThatAreCountedOnlyMayBeInside() {
        add("around", 1_000, 1_000, 1_000, 0, 0);
        add("leaf", Nesting.NONE, 0, 100_000);
        assertThat(rows().get(0).mostPercent()).isCloseTo(50, within(0.1));
    }

    @Test
    void littleThatIsKnownIsMarkedWhereTheRestMayBeMuch() {
        add("around", 80_000, 2_500, 79_000, 1_000, 0);
        add("leaf", 2_000_000, 60, 2_000_000, 0, 0);
        assertThat(sentences())
                .containsExactly(
                        "? around: 1 to 4 % is the cost of 1 probe inside it (known of 1,000 of 80,000 calls)");
    }

    @Test
    void veryManyAreOneLine() {
        IntStream.range(0, 9).forEach(i -> add("around " + i, 1_000, 100, 1_000, 0, 0));
        assertThat(sentences())
                .singleElement()
                .asString()
                .contains("around 4 (")
                .endsWith(" and 4 more");
    }
}
