package org.latencyprobes.demo.common;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordPropertiesTest {

    private record Part(int number, double share, boolean whole, Level level) {}

    private record Whole(String text, long number, Part part, List<Part> parts, Map<String, Distribution> named) {}

    private static final Whole WHOLE = new Whole(
            "=two\nlines",
            Long.MIN_VALUE,
            new Part(1, 0.1, true, Level.P50),
            List.of(
                    new Part(2, Double.NaN, false, Level.P99),
                    new Part(3, Double.POSITIVE_INFINITY, true, Level.WORST)),
            Map.of("client send", distribution(1_234), "a.name: with = signs", distribution(5_678)));

    @Test
    void givesTheSameRecordBack() {
        assertThat(RecordProperties.to(Whole.class, RecordProperties.of(WHOLE))).isEqualTo(WHOLE);
    }

    @Test
    void givesEmptyListsAndMapsBack() {
        Whole empty = new Whole("", 0, new Part(0, 0, false, Level.P50), List.of(), Map.of());

        assertThat(RecordProperties.to(Whole.class, RecordProperties.of(empty))).isEqualTo(empty);
    }

    @Test
    void givesTheSameRecordBackFromAFileThatItReplaces(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("whole.properties");
        RecordProperties.save(new Part(0, 0, false, Level.P50), file);

        RecordProperties.save(WHOLE, file);

        assertThat(RecordProperties.load(Whole.class, file)).isEqualTo(WHOLE);
        assertThat(folder).isDirectoryContaining(path -> path.equals(file));
    }

    private static Distribution distribution(long nanos) {
        Histogram histogram = new Histogram(3);
        histogram.recordValue(nanos);
        return new Distribution(histogram, nanos);
    }
}
