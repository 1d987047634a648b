package org.latencyprobes.cli.logs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.latencyprobes.cli.merge.Logs.START_MILLIS;
import static org.latencyprobes.cli.merge.Logs.histogram;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.HistogramLogReader;
import org.HdrHistogram.HistogramLogWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.latencyprobes.cli.merge.Logs;

/** Tests of the times of lines, compared with HdrHistogram's own reader. */
class LogTimesTest {

    @TempDir
    private Path folder;

    private static byte[] log(boolean hasStart, boolean hasBase, boolean isRelative) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        HistogramLogWriter writer = new HistogramLogWriter(bytes);
        if (hasBase) {
            writer.outputBaseTime(START_MILLIS);
        }
        if (hasStart) {
            writer.outputStartTime(START_MILLIS);
        }
        writer.outputLegend();
        writer.setBaseTime(isRelative ? START_MILLIS : 0);
        writer.outputIntervalHistogram(histogram(null, START_MILLIS + 1_500, START_MILLIS + 2_000, 1));
        writer.outputIntervalHistogram(histogram(null, START_MILLIS + 2_500, START_MILLIS + 3_000, 1));
        writer.close();
        return bytes.toByteArray();
    }

    private List<Long> starts(byte[] log) throws IOException {
        Path file = Files.write(folder.resolve("times.hlog"), log);
        List<Long> starts = new ArrayList<>();
        Logs.merge(LineFilter.ALL, 1, false, file)
                .run((tag, sum, covered) -> starts.add(sum.total().getStartTimeStamp()), () -> {});
        return starts;
    }

    private static List<Long> readByHdrHistogram(Path file) throws IOException {
        List<Long> starts = new ArrayList<>();
        try (HistogramLogReader reader = new HistogramLogReader(file.toFile())) {
            while (reader.hasNext()) {
                starts.add(reader.nextIntervalHistogram().getStartTimeStamp());
            }
        }
        return starts;
    }

    @ParameterizedTest
    @CsvSource({"true,false,false", "true,false,true", "true,true,true", "false,true,true", "false,false,false"})
    void areThoseOfHdrHistogramsReader(boolean hasStart, boolean hasBase, boolean isRelative) throws IOException {
        List<Long> starts = starts(log(hasStart, hasBase, isRelative));
        assertThat(starts).containsExactly(START_MILLIS + 1_500, START_MILLIS + 2_500);
        assertThat(starts).isEqualTo(readByHdrHistogram(folder.resolve("times.hlog")));
    }

    @Test
    void logsStrungTogetherKeepTheirTimes() throws IOException {
        ByteArrayOutputStream both = new ByteArrayOutputStream();
        both.write(log(true, true, true));
        both.write(log(true, false, false));
        assertThat(starts(both.toByteArray())).containsOnly(START_MILLIS + 1_500, START_MILLIS + 2_500);
    }

    @Test
    void aLogThatDoesNotTellWhenItBeganIsNamed() throws IOException {
        Path file = Files.write(folder.resolve("relative.hlog"), log(false, false, true));
        MergeCounts counts = Logs.merge(LineFilter.ALL, 0, false, file).run((tag, sum, covered) -> {}, () -> {});
        assertThat(counts.remarks())
                .containsExactly(file + " does not tell when it began: its times count as from 1970");
    }

    @Test
    void aDecimalThatIsNoBinaryFractionIsNotCutOff() throws IOException {
        byte[] log = Logs.bytes(histogram(null, START_MILLIS + 1, START_MILLIS + 19, 1));
        assertThat(starts(log)).containsExactly(START_MILLIS + 1);
    }
}
