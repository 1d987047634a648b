package org.latencyprobes.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.latencyprobes.histogram.IntervalReader;
import org.latencyprobes.probe.LatencyProbe;

class LogRotationTest {

    @TempDir
    private Path directory;

    private final String name;
    private final LatencyProbe probe;

    LogRotationTest(TestInfo test) {
        name = test.getDisplayName();
        probe = LatencyProbe.named(name);
    }

    @Test
    void fullFileMakesRoomAndOldestIsDeleted() throws IOException {
        writeSixTimes(log(1, 2));
        assertThat(files()).containsExactly("app.1.hlog", "app.2.hlog", "app.hlog");
        assertThat(count("app.2.hlog")).isEqualTo(4);
        assertThat(count("app.1.hlog")).isEqualTo(5);
        assertThat(count("app.hlog")).isEqualTo(6);
    }

    /** To open it would wait for a reader, who may never come. */
    @Test
    @EnabledOnOs(OS.LINUX)
    @Tag("each-jdk")
    void aPipeOfItsNameIsLeftAlone() throws Exception {
        Path pipe = directory.resolve("app.hlog");
        new ProcessBuilder("mkfifo", pipe.toString()).start().onExit().join();
        writeSixTimes(log(1 << 20, 2));
        assertThat(files()).containsExactly("app-2.hlog", "app.hlog");
        assertThat(count("app-2.hlog")).isEqualTo(1 + 2 + 3 + 4 + 5 + 6);
    }

    @Test
    void oldFilesMayBeNone() throws IOException {
        writeSixTimes(log(1, 0));
        assertThat(files()).containsExactly("app.hlog");
        assertThat(count("app.hlog")).isEqualTo(6);
    }

    @Test
    void fileBelowItsSizeStays() throws IOException {
        writeSixTimes(log(1 << 20, 2));
        assertThat(files()).containsExactly("app.hlog");
        assertThat(count("app.hlog")).isEqualTo(1 + 2 + 3 + 4 + 5 + 6);
    }

    /** As {@code copytruncate} of logrotate does. */
    @Test
    void emptiedFileBeginsAnew() throws IOException {
        try (HistogramLog log = log(1 << 20, 2)) {
            probe.recordNanos(1);
            log.write();
            Files.newOutputStream(directory.resolve("app.hlog")).close();
            for (int samples = 2; samples <= 3; samples++) {
                for (int i = 0; i < samples; i++) {
                    probe.recordNanos(1);
                }
                log.write();
            }
        }
        assertThat(files()).containsExactly("app.hlog");
        assertThat(count("app.hlog")).isEqualTo(2 + 3);
        assertThat(directory.resolve("app.hlog"))
                .content()
                .startsWith("#[Latency Probes")
                .containsOnlyOnce("#[StartTime");
    }

    /** Making the lines of many probes takes a while. */
    @Test
    void aFileThatIsEmptiedBetweenItsOpeningAndALineHasNoLineBeforeItsHeader() throws IOException {
        RotatedFile file = new RotatedFile(directory.resolve("app.hlog"), 1 << 20, 2);
        assertThat(file.openIfNeeded()).isTrue();
        assertThat(file.append(new byte[100])).isTrue();
        assertThat(file.openIfNeeded()).isFalse();
        Files.newOutputStream(directory.resolve("app.hlog")).close();
        assertThat(file.append(new byte[10])).isFalse();
        assertThat(directory.resolve("app.hlog")).isEmptyFile();
        assertThat(file.openIfNeeded()).isTrue();
        assertThat(file.append(new byte[10])).isTrue();
        file.close();
    }

    /** As by an application that interrupts all threads. Where an interrupt comes while a line is written, another file begins. */
    @Test
    void interruptsOfTheThreadThatWritesLoseNothingAndLeaveNoHalfLine() throws Exception {
        int samples = 100;
        int files = 3 * samples; // each interrupt begins one, and a call tries twice
        HistogramLog log = new HistogramLog(IntervalReader.fromNow(), directory.resolve("app.hlog"), 1 << 20, files);
        Thread writing = new Thread(() -> {
            for (int i = 0; i < samples; i++) {
                probe.recordNanos(1);
                writeInterrupted(log);
            }
        });
        writing.start();
        while (writing.isAlive()) {
            writing.interrupt();
            LockSupport.parkNanos(100_000);
        }
        log.write(); // what the last call could not
        log.close();
        long found = 0;
        for (String file : files()) {
            found += count(file);
            assertThat(Files.readString(directory.resolve(file))).matches("(?s)|.*\n");
        }
        assertThat(found).isEqualTo(samples);
    }

    /** What could not be written for several interrupts comes with the next line. */
    private static void writeInterrupted(HistogramLog log) {
        try {
            log.write();
        } catch (ClosedByInterruptException e) {
            Thread.interrupted();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void nothingIsLostOnTheWay() throws IOException {
        writeSixTimes(log(600, 9)); // a header and two lines of its own
        long sum = 0;
        for (String file : files()) {
            sum += count(file);
        }
        assertThat(files()).hasSizeBetween(2, 6);
        assertThat(sum).isEqualTo(1 + 2 + 3 + 4 + 5 + 6);
    }

    @Test
    void whatARunBeforeHasLeftIsAnOldFile() throws IOException {
        for (int run = 1; run <= 5; run++) {
            try (HistogramLog log =
                    new HistogramLog(IntervalReader.fromNow(), directory.resolve("app.hlog"), 1 << 20, 2)) {
                probe.recordNanos(run);
                log.write();
                assertThat(log.path()).isEqualTo(directory.resolve("app.hlog").toAbsolutePath());
            }
        }
        assertThat(files()).containsExactly("app.1.hlog", "app.2.hlog", "app.hlog");
    }

    @Test
    void whatSomebodyElseWritesIsLeftToHim() throws IOException {
        try (HistogramLog one = log(1 << 20, 2);
                HistogramLog other = log(1, 2)) {
            probe.recordNanos(1);
            one.write();
            other.write();
            probe.recordNanos(1);
            probe.recordNanos(1);
            one.write();
            other.write();
            assertThat(files()).containsExactly("app-2.1.hlog", "app-2.hlog", "app.hlog");
            assertThat(count("app.hlog")).isEqualTo(3);
            assertThat(count("app-2.1.hlog")).isEqualTo(1);
            assertThat(count("app-2.hlog")).isEqualTo(2);
        }
    }

    private HistogramLog log(long sizeBytes, int oldFiles) {
        return new HistogramLog(directory.resolve("app.hlog"), sizeBytes, oldFiles);
    }

    private void writeSixTimes(HistogramLog log) throws IOException {
        try (log) {
            for (int samples = 1; samples <= 6; samples++) {
                for (int i = 0; i < samples; i++) {
                    probe.recordNanos(1_000 << i);
                }
                log.write();
            }
        }
    }

    private List<String> files() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(path -> path.getFileName().toString()).sorted().toList();
        }
    }

    private long count(String file) throws IOException {
        return LogFile.count(directory.resolve(file), name);
    }
}
