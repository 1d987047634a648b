package org.latencyprobes.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.HdrHistogram.HistogramLogProcessor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latencyprobes.Readings;
import org.latencyprobes.histogram.Interval;
import org.latencyprobes.histogram.IntervalReader;
import org.latencyprobes.internal.histogram.Tag;
import org.latencyprobes.internal.report.Percentiles;
import org.latencyprobes.probe.LatencyProbe;

/** A test that HdrHistogram's own tool reads our log and comes to the figures of our report. */
class LogProcessorTest {

    private static final int INTERVALS = 5;

    private final Random random = new Random(42);

    private final Path directory;
    private final Path file;
    private final HistogramLog log;

    LogProcessorTest(@TempDir Path directory) {
        this.directory = directory;
        file = directory.resolve("app.hlog");
        log = new HistogramLog(file, 1 << 20, 1);
    }

    @Test
    void percentilesAreThoseOfReport() throws Exception {
        LatencyProbe probe = LatencyProbe.named("processed by others", "venue", "XETR");
        try (log) {
            for (int interval = 0; interval < INTERVALS; interval++) {
                recordLogNormal(probe);
                log.write();
            }
        }
        Interval total = Readings.only(probe.name(), new IntervalReader().total());
        List<List<Double>> lines = process(total.tag());
        assertThat(lines).hasSize(INTERVALS);
        assertSameFigures(lines.get(INTERVALS - 1), total);
    }

    @Test
    void probeMadeAfterLogBeganIsNotPassedOver() throws Exception {
        try (log) {
            LatencyProbe.named("made early").recordNanos(5_000);
            log.write();
            LatencyProbe.named("made later").recordNanos(5_000);
        }
        assertThat(process(Tag.encode("made later", Map.of(), "ok"))).hasSize(1);
    }

    private void recordLogNormal(LatencyProbe probe) {
        for (int i = 0; i < 20_000; i++) {
            probe.recordNanos((long) Math.exp(9 + 2 * random.nextGaussian()));
        }
    }

    /** The line is: …, total count, its 50 %, 90 %, 99 %, 99.9 %, 99.99 %, longest. */
    private static void assertSameFigures(List<Double> line, Interval total) {
        int totalCount = line.size() - 2 - Percentiles.SHOWN.size();
        assertThat(line.get(totalCount)).isEqualTo(total.count());
        for (int i = 0; i < Percentiles.SHOWN.size(); i++) {
            assertThat(line.get(totalCount + 1 + i))
                    .isCloseTo(Percentiles.micros(total.histogram(), Percentiles.SHOWN.get(i)), within(0.001));
        }
    }

    /** A line for each interval, in µs; the tool is a thread. */
    private List<List<Double>> process(String tag) throws Exception {
        Path output = directory.resolve("processed.csv");
        HistogramLogProcessor processor = new HistogramLogProcessor(new String[] {
            "-csv", "-i", file.toString(), "-o", output.toString(), "-tag", tag, "-outputValueUnitRatio", "1000"
        });
        processor.start();
        processor.join();
        return figures(output);
    }

    private static List<List<Double>> figures(Path csv) throws IOException {
        return Files.readAllLines(csv).stream()
                .filter(line -> line.matches("[0-9.,]+"))
                .map(line -> Arrays.stream(line.split(",")).map(Double::valueOf).toList())
                .toList();
    }
}
