package org.latencyprobes.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;
import org.latencyprobes.Readings;
import org.latencyprobes.histogram.Interval;
import org.latencyprobes.histogram.IntervalReader;
import org.latencyprobes.probe.LatencyProbe;

class HistogramLogTest {

    @TempDir
    private Path directory;

    private Path file;
    private HistogramLog log;
    private final String name;
    private final LatencyProbe probe;

    HistogramLogTest(TestInfo test) {
        name = test.getDisplayName();
        probe = LatencyProbe.named(name);
    }

    @BeforeEach
    void open() {
        file = directory.resolve("logs").resolve("app.hlog");
        log = new HistogramLog(file, 1 << 20, 9);
    }

    @AfterEach
    void close() throws IOException {
        log.close();
    }

    @Test
    void eachWriteIsLineOfWhatCameSince() throws IOException {
        write(1);
        write(2);
        write(2);
        assertThat(LogFile.histograms(file, name))
                .extracting(Histogram::getTotalCount)
                .containsExactly(1L, 2L, 2L);
    }

    @Test
    void lineHoldsHistogramOfIntervalUnchanged() throws IOException {
        IntervalReader reader = new IntervalReader();
        write(100);
        Interval interval = Readings.only(name, reader.read());
        Histogram logged = LogFile.histograms(file, name).get(0);
        assertThat(logged).isEqualTo(interval.histogram());
        assertThat(logged.getStartTimeStamp()).isEqualTo(interval.startMillis());
        assertThat(logged.getEndTimeStamp()).isBetween(interval.startMillis(), interval.endMillis() + 1);
    }

    @Test
    void nothingNewWritesNothing() throws IOException {
        write(1);
        long size = Files.size(file);
        log.write();
        assertThat(Files.size(file)).isEqualTo(size);
    }

    @Test
    void closeWritesWhatIsLeft() throws IOException {
        probe.recordNanos(1);
        log.close();
        assertThat(LogFile.count(file, name)).isEqualTo(1);
    }

    @Test
    void nothingIsWrittenOnceClosed() throws IOException {
        write(1);
        log.close();
        write(1);
        log.close();
        assertThat(LogFile.count(file, name)).isEqualTo(1);
        assertThat(file.resolveSibling("app.1.hlog")).doesNotExist();
    }

    @Test
    void fileAndDirectoryAreForOwnerOnly() throws IOException {
        write(1);
        assertThat(permissions(file)).isEqualTo("rw-------");
        assertThat(permissions(file.getParent())).isEqualTo("rwx------");
    }

    private static String permissions(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    @Test
    void directoryMayBeLink() throws IOException {
        Files.createSymbolicLink(file.getParent(), Files.createDirectory(directory.resolve("elsewhere")));
        write(1);
        assertThat(LogFile.count(directory.resolve("elsewhere").resolve("app.hlog"), name))
                .isEqualTo(1);
    }

    @Test
    void fileOfAnEarlierRunIsKept() throws IOException {
        Files.createDirectory(file.getParent());
        Files.writeString(file, "earlier");
        write(1);
        assertThat(file.resolveSibling("app.1.hlog")).hasContent("earlier");
        assertThat(LogFile.count(file, name)).isEqualTo(1);
    }

    @Test
    void writingGoesOnInNewDirectoryWhenOldOneIsTakenAway() throws IOException {
        write(1);
        Files.move(file.getParent(), directory.resolve("taken away"));
        write(2);
        assertThat(LogFile.count(directory.resolve("taken away").resolve("app.hlog"), name))
                .isEqualTo(1);
        assertThat(LogFile.count(file, name)).isEqualTo(2);
    }

    @Test
    void samplesOfFailedWriteComeWithNextOne() throws IOException {
        Files.writeString(file.getParent(), "a file where the directory should be");
        probe.recordNanos(1);
        assertThatIOException().isThrownBy(log::write);
        probe.recordNanos(1);
        assertThatIOException().isThrownBy(log::write);
        Files.delete(file.getParent());
        write(1);
        write(1);
        assertThat(LogFile.histograms(file, name))
                .extracting(Histogram::getTotalCount)
                .containsExactly(3L, 1L);
    }

    @Test
    void closeOfUnwritableLogSaysSo() throws IOException {
        Files.writeString(file.getParent(), "a file where the directory should be");
        probe.recordNanos(1);
        assertThatIOException().isThrownBy(log::close);
    }

    private void write(int samples) throws IOException {
        for (int i = 0; i < samples; i++) {
            probe.recordNanos(1_000);
        }
        log.write();
    }
}
