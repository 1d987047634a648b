package org.latencyprobes.cli.merge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.latencyprobes.cli.merge.Logs.START_MILLIS;
import static org.latencyprobes.cli.merge.Logs.histogram;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogProcessor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latencyprobes.cli.logs.HistogramSum;
import org.latencyprobes.cli.logs.LineFilter;
import org.latencyprobes.cli.logs.Untimed;
import org.latencyprobes.internal.histogram.Tag;

/** Tests that HdrHistogram's own tool finds the same figures in the logs and in the merged log. */
class MergedLogTest {

    private static final String TAG = "p;ok";
    private static final Tag DECODED = Tag.decode(TAG);

    private final Random random = new Random(3);

    @TempDir
    private Path folder;

    private Path merged(LogMerge merge) throws IOException {
        Path file = folder.resolve("merged.hlog");
        try (OutputStream out = Files.newOutputStream(file)) {
            MergedLog log = MergedLog.to(out);
            merge.run(log, () -> {});
            log.finish();
        }
        return file;
    }

    private Path log(int lines) throws IOException {
        List<Histogram> written = new ArrayList<>();
        for (int line = 0; line < lines; line++) {
            long[] nanos = random.doubles(500, 2, 20)
                    .mapToLong(x -> (long) Math.exp(x))
                    .toArray();
            written.add(histogram(TAG, START_MILLIS + line * 1_000L, START_MILLIS + line * 1_000L + 1_000, nanos));
            written.add(histogram("other;ok", START_MILLIS, START_MILLIS + 1_000, 5));
        }
        return Logs.write(folder.resolve("app.hlog"), written.toArray(new Histogram[0]));
    }

    /** The last line of the tool's output, from the total count on: the percentiles of all lines. */
    private List<Double> total(Path log) throws Exception {
        Path output = folder.resolve("processed.csv");
        HistogramLogProcessor processor = new HistogramLogProcessor(new String[] {
            "-csv", "-i", log.toString(), "-o", output.toString(), "-tag", TAG, "-outputValueUnitRatio", "1"
        });
        processor.start();
        processor.join();
        String[] cells = Files.readAllLines(output).stream()
                .filter(line -> line.matches("[0-9.,]+"))
                .reduce((former, latter) -> latter)
                .orElseThrow()
                .split(",");
        return Arrays.stream(cells, 5, cells.length).map(Double::valueOf).toList();
    }

    private static HistogramSum sum(Histogram histogram) {
        HistogramSum sum = new HistogramSum();
        sum.add(histogram, Untimed.NONE);
        sum.total().setTag(histogram.getTag());
        return sum;
    }

    @Test
    void inOneLineItHasTheFiguresThatHdrHistogramFindsInTheLog() throws Exception {
        Path log = log(50);
        List<Double> expected = total(log);
        assertThat(expected).hasSize(7).startsWith(25_000.0);
        assertThat(total(merged(Logs.merge(LineFilter.ALL, 0, false, log)))).isEqualTo(expected);
    }

    @Test
    void inPeriodsToo() throws Exception {
        Path log = log(50);
        assertThat(total(merged(Logs.merge(LineFilter.ALL, 7_000, false, log)))).isEqualTo(total(log));
    }

    @Test
    void mergingAgainChangesNothing() throws IOException {
        Path once = merged(Logs.merge(LineFilter.ALL, 0, false, log(5)));
        byte[] bytes = Files.readAllBytes(once);
        Path moved = Files.move(once, folder.resolve("once.hlog"));
        assertThat(merged(Logs.merge(LineFilter.ALL, 0, false, moved))).hasBinaryContent(bytes);
    }

    @Test
    void aLineThatBeginsBeforeTheStartIsNotPassedOver() throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        MergedLog log = MergedLog.to(bytes);
        log.line(DECODED, sum(histogram(TAG, START_MILLIS, START_MILLIS + 1_000, 1)), 0);
        log.line(DECODED, sum(histogram(TAG, START_MILLIS - 5_000, START_MILLIS, 1)), 0);
        log.line(DECODED, sum(histogram(TAG, START_MILLIS + 1_000, START_MILLIS + 2_000, 1)), 0);
        log.finish();
        Path file = Files.write(folder.resolve("late.hlog"), bytes.toByteArray());
        assertThat(total(file)).startsWith(3.0);
        assertThat(Logs.merged(file).get(TAG).getTotalCount()).isEqualTo(3);
    }

    @Test
    void aFailureToWriteIsNotSwallowed() {
        MergedLog log = MergedLog.to(new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException("full");
            }
        });
        assertThatThrownBy(() -> log.line(DECODED, sum(histogram(TAG, 0, 1, 1)), 0))
                .isInstanceOf(IOException.class);
    }
}
