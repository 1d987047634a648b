package org.latencyprobes.agent.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogProcessor;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.latencyprobes.agent.fixture.Endings;
import org.latencyprobes.agent.fixture.Ticking;
import org.latencyprobes.agent.kit.CommandLine;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.JvmResult;
import org.latencyprobes.agent.kit.PrintedReport;
import org.latencyprobes.agent.kit.RunningJvm;
import org.latencyprobes.internal.histogram.Tag;
import org.latencyprobes.internal.report.Durations;
import org.latencyprobes.internal.report.Percentiles;
import org.latencyprobes.internal.report.UnitFactors;

/** Tests of the histogram log of a JVM that runs, that ends, and that cannot write. */
final class HistogramLogIT {

    /** Of {@link Durations}. */
    private static final int UNITS = 4;

    private static final String PROBE = Tag.encode(Ticking.PROBE, Map.of("a tag", "x,y z"), "ok");
    private static final String JITTER = Tag.encode("jitter.hiccup", Map.of(), "ok");

    /** That of a JVM that has ended, of which several tests ask. */
    @TempDir
    private static Path endedFolder;

    private static JvmResult ended;

    @TempDir
    private Path folder;

    private Path log;
    private Path report;

    @BeforeAll
    static void run() {
        Path written = logIn(endedFolder);
        ended = awaitIntervals(jvm(endedFolder).start(), written)
                .await("jitter", () -> lines(written, JITTER) > 0)
                .tellToEnd()
                .expectExit(0);
    }

    @BeforeEach
    void choosePlaces() {
        log = logIn(folder);
        report = reportIn(folder);
    }

    private static Path logIn(Path folder) {
        return folder.resolve("log").resolve("test.hlog");
    }

    private static Path reportIn(Path folder) {
        return folder.resolve("report.txt");
    }

    private static ForkedJvm jvm(Path folder) {
        return ForkedJvm.of(Ticking.class)
                .quick()
                .withAgent("hlog.interval=100ms,hlog=" + logIn(folder) + ",report=" + reportIn(folder));
    }

    private static RunningJvm awaitIntervals(RunningJvm jvm, Path log) {
        return jvm.await("intervals of the probe in " + log, () -> Files.exists(log) && lines(log, PROBE) >= 3);
    }

    /** Whole lines that begin with a tag, in a file that may be written meanwhile, or whose writer was killed. */
    private static long lines(Path log, String tag) throws IOException {
        String text = Files.readString(log);
        return text.substring(0, text.lastIndexOf('\n') + 1)
                .lines()
                .filter(line -> line.startsWith("Tag=" + tag))
                .count();
    }

    /** The intervals of one tag, by HdrHistogram's reader. It ends without a word at a line that it cannot read: so lines are counted too. */
    private static List<Histogram> read(Path log, String tag) throws IOException {
        List<Histogram> histograms = new ArrayList<>();
        long lines = 0;
        try (HistogramLogReader reader = new HistogramLogReader(log.toFile())) {
            for (EncodableHistogram next = reader.nextIntervalHistogram();
                    next != null;
                    next = reader.nextIntervalHistogram()) {
                lines++;
                if (tag.equals(next.getTag())) {
                    histograms.add((Histogram) next);
                }
            }
        }
        assertThat(lines).isEqualTo(lines(log, ""));
        return histograms;
    }

    private static long count(List<Histogram> intervals) {
        return intervals.stream().mapToLong(Histogram::getTotalCount).sum();
    }

    @Test
    void holdsEveryCallUpToTheExit() throws IOException {
        assertThat(count(read(logIn(endedFolder), PROBE))).isEqualTo(ended.number("calls"));
        assertThat(ended.stderr()).isEmpty();
    }

    @Test
    @org.junit.jupiter.api.Tag("full")
    void holdsTheCallsRightBeforeASystemExit() throws IOException {
        ForkedJvm.of(Endings.class)
                .quick()
                .withAgent("hlog=" + log)
                .arguments("exit")
                .run()
                .expectExit(3);
        assertThat(count(read(log, Tag.encode("before main", Map.of(), "ok")))).isEqualTo(2);
        assertThat(count(read(log, Tag.encode("in main", Map.of(), "ok")))).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"probe", "jitter"})
    void givesHistogramLogProcessorThePercentilesOfTheReport(String which) throws IOException {
        boolean probe = which.equals("probe");
        Path processed = folder.resolve("processed.csv");
        ForkedJvm.of(HistogramLogProcessor.class)
                .arguments("-i", logIn(endedFolder), "-o", processed, "-csv", "-tag", probe ? PROBE : JITTER)
                .arguments("-outputValueUnitRatio", (int) UnitFactors.NANOS_PER_MICRO)
                .run()
                .expectExit(0);
        List<String> lines = Files.readAllLines(processed);
        assertThat(lines)
                .anyMatch(line -> line.endsWith(
                        "\"Total_50%\",\"Total_90%\",\"Total_99%\",\"Total_99.9%\",\"Total_99.99%\",\"Total_Max\""));
        String[] last = lines.get(lines.size() - 1).split(",");
        List<Double> percentiles = Stream.of(last)
                .skip(last.length - Percentiles.SHOWN.size() - 1)
                .limit(Percentiles.SHOWN.size())
                .map(Double::parseDouble)
                .toList();
        List<String> reported = PrintedReport.in(Files.readString(reportIn(endedFolder)))
                .percentiles(probe ? Ticking.SHOWN : "jitter.hiccup");
        String max = reported.get(percentiles.size());
        for (int i = 0; i < percentiles.size(); i++) {
            if (i == 0 || !reported.get(i).equals(Durations.NONE)) { // of too few calls
                double micros = percentiles.get(i);
                assertThat(Stream.concat(
                                Stream.of(max), // no percentile is above it
                                IntStream.range(0, UNITS).mapToObj(unit -> Durations.text(micros, unit))))
                        .contains(reported.get(i));
            }
        }
    }

    @Test
    @EnabledOnOs(
            value = {OS.LINUX, OS.MAC},
            disabledReason = "asks for POSIX permissions")
    void isForItsOwnerOnlyAndSoIsTheFolderMadeForIt() throws IOException {
        Path written = logIn(endedFolder);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(written)))
                .isEqualTo("rw-------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(written.getParent())))
                .isEqualTo("rwx------");
    }

    @Test
    @org.junit.jupiter.api.Tag("full")
    void twoJvmsWriteTwoFilesOfAFolderAndRestartsWriteNoMore() throws IOException {
        Path first = folder.resolve("latency-probes.hlog");
        RunningJvm one = awaitIntervals(limited(2).start(), first);
        RunningJvm other = awaitIntervals(limited(2).start(), folder.resolve("latency-probes-2.hlog"));
        JvmResult second = other.tellToEnd().expectExit(0);
        assertThat(second.messages())
                .singleElement()
                .asString()
                .endsWith("is written by another process or cannot be locked, so this one writes "
                        + folder.resolve("latency-probes-2.hlog"));
        JvmResult result = one.tellToEnd().expectExit(0);
        assertThat(count(read(first, PROBE))).isEqualTo(result.number("calls"));
        assertThat(count(read(folder.resolve("latency-probes-2.hlog"), PROBE))).isEqualTo(second.number("calls"));
        for (int restart = 0; restart < 3; restart++) {
            limited(2).start().awaitText("ready").tellToEnd().expectExit(0);
        }
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.map(file -> file.getFileName().toString()).filter(name -> name.contains("hlog")))
                    .containsExactlyInAnyOrder(
                            "latency-probes.hlog",
                            "latency-probes.1.hlog",
                            "latency-probes.2.hlog",
                            "latency-probes-2.hlog");
        }
    }

    private ForkedJvm limited(int files) {
        return ForkedJvm.of(Ticking.class)
                .quick()
                .withAgent("report=off,jitter=off,hlog.interval=100ms,hlog.files=" + files + ",hlog=" + folder);
    }

    @Test
    @org.junit.jupiter.api.Tag("full")
    void ofAKilledJvmCanBeReadUpToItsLastInterval() throws IOException {
        awaitIntervals(jvm(folder).start(), log).kill();
        assertThat(read(log, PROBE).size()).isGreaterThanOrEqualTo(3);
    }

    /** As logrotate does with {@code copytruncate}. What came between its two steps is in neither file. */
    @Test
    @org.junit.jupiter.api.Tag("full")
    void beginsAnewWhenItIsCopiedAndEmptied() throws IOException {
        RunningJvm jvm = awaitIntervals(jvm(folder).start(), log);
        Path copy = Files.copy(log, folder.resolve("copy.hlog"));
        Files.newOutputStream(log).close();
        JvmResult result = awaitIntervals(jvm, log).tellToEnd().expectExit(0);
        assertThat(count(read(copy, PROBE)) + count(read(log, PROBE))).isLessThanOrEqualTo(result.number("calls"));
        assertThat(count(read(log, PROBE))).isPositive();
        assertThat(CommandLine.run("merge", copy, log).expectExit(0).stdout()).contains(Ticking.SHOWN);
        assertThat(result.stderr()).isEmpty();
    }

    @Test
    @org.junit.jupiter.api.Tag("full")
    void comesBackWhenItsFolderWasTakenAway() throws IOException {
        RunningJvm jvm = awaitIntervals(jvm(folder).start(), log);
        Files.move(log.getParent(), folder.resolve("taken away"));
        JvmResult result = awaitIntervals(jvm, log).tellToEnd().expectExit(0);
        assertThat(count(read(log, PROBE))).isLessThan(result.number("calls"));
        assertThat(result.stderr()).isEmpty();
    }

    @Test
    void saysOnceThatItCannotBeWrittenAndLosesNothing() throws IOException {
        Files.writeString(log.getParent(), "a file where the folder should be");
        RunningJvm jvm = jvm(folder).start().awaitText("cannot be written, samples are kept and written later");
        Files.delete(log.getParent());
        JvmResult result = awaitIntervals(jvm.awaitText("is written again, after"), log)
                .tellToEnd()
                .expectExit(0);
        assertThat(result.messages()).hasSize(2);
        assertThat(result.messages().get(1))
                .matches("histogram log .*test\\.hlog is written again, after [1-9]\\d* failures?");
        assertThat(count(read(log, PROBE))).isEqualTo(result.number("calls"));
    }

    @Test
    void saysAtTheExitWhatIsLost() throws IOException {
        Files.writeString(log.getParent(), "a file where the folder should be");
        JvmResult result =
                jvm(folder).start().awaitText("cannot be written").tellToEnd().expectExit(0);
        assertThat(result.messages()).hasSize(2).last().asString().endsWith("the last samples could not be written");
        assertThat(PrintedReport.in(Files.readString(report)).count(Ticking.SHOWN))
                .isEqualTo(result.number("calls"));
    }

    /**
     * A full disk, for whoever runs this: the process may write no file beyond a size, so that a write comes back cut short or with an
     * error, as it does when the disk is full; then the limit is lifted from outside.
     */
    @Test
    @EnabledOnOs(value = OS.LINUX, disabledReason = "the limit is lifted by Linux's prlimit")
    void survivesAFullDiskAndLosesNothing() throws IOException {
        int blocksOf512Bytes = 8;
        RunningJvm jvm = jvm(folder)
                .flags("-XX:-UsePerfData") // which is a file too
                .afterShell("ulimit -S -f " + blocksOf512Bytes)
                .start()
                .awaitText("cannot be written, samples are kept and written later");
        assertThat(lines(log, "")).as("intervals from before the disk was full").isPositive();
        unlimit(jvm.pid());
        JvmResult result = jvm.awaitText("is written again, after").tellToEnd().expectExit(0);
        assertThat(result.messages()).hasSize(2);
        assertThat(count(read(log, PROBE))).isEqualTo(result.number("calls"));
    }

    private static void unlimit(long pid) throws IOException {
        Process prlimit = new ProcessBuilder("prlimit", "--fsize=unlimited", "--pid", String.valueOf(pid)).start();
        assertThat(prlimit.onExit().join().exitValue()).isZero();
    }
}
