package org.latencyprobes.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latencyprobes.probe.LatencyProbe;

class LogStartTest {

    @TempDir
    private Path directory;

    @Test
    void noLineStartsBeforeItsFile() throws IOException {
        Path file = directory.resolve("app.hlog");
        try (HistogramLog log = new HistogramLog(file, 1, 1)) {
            LatencyProbe.named("before rotation").recordNanos(1);
            log.write();
            LatencyProbe.named("after rotation").recordNanos(1);
        }
        assertNoLineStartsBefore(directory.resolve("app.1.hlog"));
        assertNoLineStartsBefore(file);
    }

    private static void assertNoLineStartsBefore(Path file) throws IOException {
        try (HistogramLogReader reader = new HistogramLogReader(file.toFile())) {
            while (reader.hasNext()) {
                long startMillis = reader.nextIntervalHistogram().getStartTimeStamp();
                assertThat(startMillis / 1_000.0).isGreaterThanOrEqualTo(reader.getStartTimeSec());
            }
        }
    }
}
