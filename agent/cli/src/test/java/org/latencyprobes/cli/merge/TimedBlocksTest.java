package org.latencyprobes.cli.merge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

final class TimedBlocksTest {

    private static final long START_MILLIS = 1_763_726_400_000L;

    /** A line that has one call, of as many ns as its second. */
    private static Histogram line(int second) {
        Histogram line = new Histogram(3);
        line.recordValue(second);
        line.setStartTimeStamp(START_MILLIS + 1_000L * second);
        line.setEndTimeStamp(START_MILLIS + 1_000L * (second + 1));
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
    void oneBlockHasAll() {
        assertThat(blocks(1, 300)).hasSize(1).allMatch(block -> block.getTotalCount() == 300);
    }
}
