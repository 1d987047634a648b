package org.latencyprobes.cli.logs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.latencyprobes.cli.merge.Logs.START_MILLIS;
import static org.latencyprobes.cli.merge.Logs.histogram;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.HdrHistogram.DoubleHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.latencyprobes.agent.base.Plural;
import org.latencyprobes.cli.merge.Logs;
import org.latencyprobes.internal.log.UntimedComment;

class BadLinesTest {

    private static final Histogram LINE = histogram("p;ok", START_MILLIS, START_MILLIS + 1_000, 1, 2, 3);

    @TempDir
    private Path folder;

    private Path file;
    private String good;

    @BeforeEach
    void create() {
        file = folder.resolve("app.hlog");
        good = new String(Logs.bytes(LINE), StandardCharsets.UTF_8); // headers are lines 1 to 3
    }

    private void assertBad(long line, String reason) {
        for (long everyMillis : new long[] {0, 1_000}) {
            assertThatThrownBy(() -> Logs.lines(Logs.merge(LineFilter.ALL, everyMillis, false, file)))
                    .isInstanceOf(BadLogException.class)
                    .hasMessageStartingWith(file + " line " + line + ": ")
                    .hasMessageContaining(reason);
        }
    }

    private void assertSkipped(long bad, long samples) throws IOException {
        for (long everyMillis : new long[] {0, 1_000}) {
            long[] found = {0};
            MergeCounts counts = Logs.merge(LineFilter.ALL, everyMillis, true, file)
                    .run((tag, sum, covered) -> found[0] += sum.total().getTotalCount(), () -> {});
            assertThat(found[0]).isEqualTo(samples);
            assertThat(counts.badLines()).isEqualTo(bad);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "garbage",
                "Tag=p;ok,1.0",
                "Tag=p;ok",
                "1.0,x,0.0,HISTFAAAAA",
                "NaN,1.0,0.0,HISTFAAAAA",
                "1.0,1.0,0.0,",
                "1.0,1.0,0.0,!!!!",
                "1.0,1.0,0.0,AAAAAAAAAAAAAAAA",
                "1.0,1.0,0.0,HISTFAAAACB42pNpmSzMwMDAzgABAA=="
            })
    void aLineThatIsNoneIsNamedOrPassedOver(String garbage) throws IOException {
        Files.writeString(file, good + garbage + "\n\n" + good);
        assertBad(5, "");
        assertSkipped(1, 6);
    }

    /** What {@code copytruncate} of logrotate makes of a file whose writer goes on where it was, and what a crash may leave at its end. */
    @ParameterizedTest
    @ValueSource(ints = {1, 4_096, 100_001})
    void aHoleOfZerosIsPassedOverAndTold(int bytes) throws IOException {
        String hole = "\0".repeat(bytes);
        Files.writeString(
                file,
                hole + good + hole + good.lines().reduce((one, last) -> last).orElseThrow() + '\n' + hole);
        for (long everyMillis : new long[] {0, 1_000}) {
            long[] found = {0};
            MergeCounts counts = Logs.merge(LineFilter.ALL, everyMillis, false, file)
                    .run((tag, sum, covered) -> found[0] += sum.total().getTotalCount(), () -> {});
            assertThat(found[0]).isEqualTo(6);
            assertThat(counts.remarks())
                    .singleElement()
                    .asString()
                    .startsWith(file + " has a hole of " + Plural.of(3L * bytes, "byte", "bytes") + ' ');
        }
    }

    @Test
    void aLastLineThatIsCutOffIsSaidToBe() throws IOException {
        for (int cut : new int[] {2, 10, 60}) {
            Files.writeString(file, good + good.substring(0, good.length() - cut));
            assertBad(8, "cut off?");
            assertSkipped(1, 3);
        }
    }

    @Test
    void aLastLineWithoutLineEndIsWhole() throws IOException {
        Files.writeString(file, good.stripTrailing());
        assertSkipped(0, 3);
    }

    @Test
    void windowsLineEndsAreLineEnds() throws IOException {
        Files.writeString(file, good.replace("\n", "\r\n"));
        assertSkipped(0, 3);
    }

    @Test
    void aCompressedLogThatIsCutOffGivesWhatIsWhole() throws IOException {
        Histogram[] lines = new Histogram[600];
        for (int line = 0; line < lines.length; line++) {
            lines[line] = histogram("p;ok", START_MILLIS + line, START_MILLIS + line, line);
        }
        byte[] whole = Logs.compressed(Logs.bytes(lines));
        Files.write(file, Arrays.copyOf(whole, whole.length / 2));
        assertThatThrownBy(() -> Logs.lines(Logs.merge(LineFilter.ALL, 0, false, file)))
                .isInstanceOf(BadLogException.class)
                .hasMessageMatching(".*app.hlog line \\d+: the compressed file is cut off or damaged here.*");
        MergeCounts counts = Logs.merge(LineFilter.ALL, 0, true, file).run((tag, sum, covered) -> {}, () -> {});
        assertThat(counts.badLines()).isEqualTo(1);
        assertThat(counts.lines()).isBetween(150L, 450L);
    }

    @Test
    void whatOnlyBeginsLikeAGzipFileIsNamed() throws IOException {
        Files.write(file, new byte[] {0x1f, (byte) 0x8b, 1, 2, 3});
        assertBad(1, "gzip");
        assertSkipped(1, 0);
    }

    /** The logs are concatenated: the first one's last line is missing, and it may be its only one. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatIsSaidOfALineThatWasCutOffIsNotSaidOfTheNextLog(boolean hasOtherLines) throws IOException {
        Files.writeString(file, (hasOtherLines ? good : "") + '#' + UntimedComment.of(5, true) + '\n' + good);
        assertThat(untimed()).isZero();
        Files.writeString(
                file,
                good
                        + '#'
                        + UntimedComment.of(5, true)
                        + '\n'
                        + good.lines().toList().get(3)
                        + '\n');
        assertThat(untimed()).isEqualTo(5);
    }

    @Test
    void aCommentWithoutItsNumberSaysNothing() throws IOException {
        Files.writeString(file, "#[Untimed: calls of the next line were counted and not timed]\n" + good);
        assertThat(untimed()).isZero();
    }

    private long untimed() throws IOException {
        long[] found = {0};
        Logs.merge(LineFilter.ALL, 0, false, file)
                .run((tag, sum, covered) -> found[0] += sum.untimed().calls(), () -> {});
        return found[0];
    }

    @Test
    @Tag("each-jdk")
    void aFileWithoutLineEndsDoesNotFillTheMemory() throws IOException {
        byte[] endless = new byte[ByteLines.MAX_LINE_BYTES + 1_000];
        Arrays.fill(endless, (byte) 'x');
        Files.write(file, endless);
        assertBad(1, "longer than 8 MB");
        assertSkipped(1, 0);
    }

    @Test
    void valuesWithoutUnitAreRefused() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DoubleHistogram histogram = new DoubleHistogram(2);
        histogram.recordValue(0.5);
        histogram.setStartTimeStamp(START_MILLIS);
        histogram.setEndTimeStamp(START_MILLIS);
        new HistogramLogWriter(bytes).outputIntervalHistogram(histogram);
        Files.write(file, bytes.toByteArray());
        assertBad(1, "DoubleHistogram");
    }

    @Test
    void aHeaderWithoutTimeIsNamed() throws IOException {
        Files.writeString(file, good + "#[StartTime: soon]\n");
        assertBad(5, "header");
    }

    /** Damage of any kind is a bad line or goes unnoticed, but is never another failure. */
    @Test
    void noDamageIsAnythingElse() throws IOException {
        Random random = new Random(1);
        for (int round = 0; round < 100; round++) {
            byte[] bytes = (good + good).getBytes(StandardCharsets.UTF_8);
            for (int i = 0; i <= random.nextInt(3); i++) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
            }
            Files.write(file, bytes);
            Logs.lines(Logs.merge(LineFilter.ALL, round % 2 * 1_000L, true, file));
        }
    }
}
