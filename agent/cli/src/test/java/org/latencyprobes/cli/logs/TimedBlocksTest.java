package org.latencyprobes.cli.logs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.List;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

final class TimedBlocksTest {

    private static final long START_MILLIS = 1_763_726_400_000L;

    /** A line that has one call, of as many ns as its second. */
    private static Histogram line(int second) {
        return line(second, 1_000);
    }

    private static Histogram line(int second, long millis) {
        Histogram line = new Histogram(3);
        line.recordValue(second);
        line.setStartTimeStamp(START_MILLIS + 1_000L * second);
        line.setEndTimeStamp(START_MILLIS + 1_000L * second + millis);
        return line;
    }

    private static List<Histogram> blocks(int most, int seconds) {
        TimedBlocks blocks = new TimedBlocks(most);
        IntStream.range(0, seconds).forEach(second -> blocks.add(line(second)));
        return blocks.histograms();
    }

    @Test
    void aShortRunHasABlockForEachLine() {
        assertThat(blocks(128, 100)).hasSize(100).allMatch(block -> block.getTotalCount() == 1);
    }

    @Test
    void aLongRunHasLongerBlocksInTheOrderOfTime() {
        List<Histogram> blocks = blocks(128, 2_000);

        assertThat(blocks).hasSizeBetween(64, 128);
        assertThat(blocks.stream().mapToLong(Histogram::getTotalCount).sum()).isEqualTo(2_000);
        for (int i = 1; i < blocks.size(); i++) {
            assertThat(blocks.get(i).getMinNonZeroValue())
                    .isGreaterThan(blocks.get(i - 1).getMaxValue());
        }
    }

    @Test
    void aLineAfterTheCloseGoesIntoTheBlockOfItsTime() {
        TimedBlocks blocks = new TimedBlocks(128);
        blocks.add(line(1));
        blocks.close();
        blocks.add(line(1));

        assertThat(blocks.histograms()).singleElement().matches(block -> block.getTotalCount() == 2);
    }

    @Test
    void aBlockLastsAsLongAsItsLines() {
        for (int lines : new int[] {12, 500}) {
            TimedBlocks blocks = new TimedBlocks(128);
            IntStream.range(0, lines).forEach(line -> blocks.add(line(10 * line, 10_000)));
            List<Histogram> all = blocks.histograms();

            assertThat(all).hasSizeBetween(12, 128);
            assertThat(all.get(0).getStartTimeStamp()).isEqualTo(START_MILLIS);
            assertThat(all.get(all.size() - 1).getEndTimeStamp()).isEqualTo(START_MILLIS + 10_000L * lines);
            for (int i = 1; i < all.size(); i++) {
                assertThat(all.get(i).getStartTimeStamp())
                        .isEqualTo(all.get(i - 1).getEndTimeStamp());
            }
        }
    }

    @Test
    void aBlockEndsWhereTheNextOneBegins() {
        TimedBlocks blocks = new TimedBlocks(128);
        blocks.add(line(0, 10_000));
        blocks.add(line(4, 995));
        blocks.add(line(5, 0));
        blocks.add(line(7, 1_000));

        assertThat(blocks.histograms())
                .extracting(
                        block -> block.getStartTimeStamp() - START_MILLIS,
                        block -> block.getEndTimeStamp() - START_MILLIS)
                .containsExactly(
                        tuple(0L, 4_000L), tuple(4_000L, 5_000L), tuple(5_000L, 5_001L), tuple(7_000L, 8_000L));
    }

    @Test
    void oneBlockHasAll() {
        assertThat(blocks(1, 300)).hasSize(1).allMatch(block -> block.getTotalCount() == 300);
    }
}
