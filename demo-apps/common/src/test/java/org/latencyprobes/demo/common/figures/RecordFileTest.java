package org.latencyprobes.demo.common.figures;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordFileTest {

    private record Leaf(int number, double share, boolean whole, Level level) {}

    private record Tree(String text, long number, Leaf leaf, List<Leaf> leaves, Map<String, Distribution> named) {}

    private static final Tree TREE = new Tree(
            "=two\nlines",
            Long.MIN_VALUE,
            new Leaf(1, 0.1, true, Level.P50),
            List.of(new Leaf(2, Double.NaN, false, Level.P99), new Leaf(3, Double.POSITIVE_INFINITY, true, Level.MAX)),
            Map.of("client send", distribution(1_234), "a.name: with = signs", distribution(5_678)));

    @Test
    void givesEmptyListsAndMapsBack(@TempDir Path folder) throws IOException {
        Tree empty = new Tree("", 0, new Leaf(0, 0, false, Level.P50), List.of(), Map.of());
        RecordFile.save(empty, folder.resolve("empty.json"));

        assertThat(RecordFile.load(Tree.class, folder.resolve("empty.json"))).isEqualTo(empty);
    }

    @Test
    void givesTheSameRecordBackFromAFileThatItReplaces(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("whole.json");
        RecordFile.save(new Leaf(0, 0, false, Level.P50), file);

        RecordFile.save(TREE, file);

        assertThat(RecordFile.load(Tree.class, file)).isEqualTo(TREE);
        assertThat(folder).isDirectoryContaining(path -> path.equals(file));
    }

    private static Distribution distribution(long nanos) {
        Histogram histogram = new Histogram(3);
        histogram.recordValue(nanos);
        return new Distribution(histogram, nanos);
    }
}
