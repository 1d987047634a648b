package org.latencyprobes.agent.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latencyprobes.agent.kit.CommandLine;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.JvmResult;

/** Tests that the built jar merges logs several times as large as its heap. */
@Tag("full")
final class MergeIT {

    private static final String HEAP = "-Xmx16m";
    private static final long LOG_BYTES = 10L << 20;
    private static final int PROBES = 20;
    private static final int CRAFTED = 20;
    private static final int SAMPLES = 20_000;
    private static final long START_SECONDS = 1_763_726_400;

    @TempDir
    private Path folder;

    /** Writes lines of 4 kB that differ only in time and tag, so that little time goes into encoding. Returns the number of seconds. */
    private static long write(Path file) throws IOException {
        Files.createDirectories(file.getParent());
        String payload = payload();
        long second = 0;
        try (PrintStream out = new PrintStream(
                new BufferedOutputStream(Files.newOutputStream(file), 1 << 20), false, StandardCharsets.UTF_8)) {
            out.print("#[StartTime: " + START_SECONDS + ".000 (seconds since epoch)]\n");
            for (long written = 0; written < LOG_BYTES; second++) {
                for (int probe = 0; probe < PROBES; probe++) {
                    out.print("Tag=probe" + probe + ";ok," + (START_SECONDS + second) + ".000,1.000,1.000," + payload);
                    written += payload.length();
                }
            }
        }
        return second;
    }

    private static String payload() {
        Random random = new Random(5);
        Histogram histogram = new Histogram(1, (1L << 42) - 1, 2);
        for (int i = 0; i < SAMPLES; i++) {
            histogram.recordValue((long) Math.exp(4 + 20 * random.nextDouble()));
        }
        return payload(histogram);
    }

    private static String payload(Histogram histogram) {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        new HistogramLogWriter(line).outputIntervalHistogram(histogram);
        String text = line.toString(StandardCharsets.US_ASCII);
        return text.substring(text.lastIndexOf(',') + 1);
    }

    private JvmResult merge(Object... arguments) {
        return CommandLine.of(ForkedJvm.AGENT, "merge", folder.resolve("logs"))
                .flags(HEAP)
                .arguments(arguments)
                .run()
                .expectExit(0);
    }

    private static long sum(JvmResult result) throws IOException {
        return new ObjectMapper()
                .readTree(result.stdout())
                .get("report")
                .valueStream()
                .mapToLong(row -> row.get("count").asLong())
                .sum();
    }

    /** A line of less than 200 bytes decodes to 50 MB, nearly all of it zeros. */
    @Test
    @Tag("each-jdk")
    void aCraftedLogTakesNoMoreThanAPartOfTheHeap() throws IOException {
        Histogram wide = new Histogram(1, Long.MAX_VALUE / 2, 5);
        wide.recordValue(Long.MAX_VALUE / 4);
        String payload = payload(wide);
        StringBuilder lines = new StringBuilder("#[StartTime: " + START_SECONDS + ".000 (seconds since epoch)]\n");
        for (int tag = 0; tag < CRAFTED; tag++) {
            lines.append("Tag=crafted" + tag + ";ok," + START_SECONDS + ".000,1.000,1.000," + payload);
        }
        Path log = Files.writeString(folder.resolve("crafted.hlog"), lines);
        JvmResult result =
                CommandLine.of(ForkedJvm.AGENT, "merge", log).flags("-Xmx400m").run();
        assertThat(result.stdout() + result.stderr())
                .contains("its histogram takes those of this log beyond ")
                .doesNotContain("OutOfMemoryError");
    }

    @Test
    void logsMayBeFarLargerThanTheHeap() throws IOException {
        long seconds = write(folder.resolve("logs/web1/app.hlog")) + write(folder.resolve("logs/web2/app.hlog"));
        long samples = seconds * PROBES * SAMPLES;
        assertThat(sum(merge("-o", "json"))).isEqualTo(samples);

        Path minutes = folder.resolve("minutes.hlog");
        JvmResult byTime = merge("--every", "10s", "--by-host", "-o", "hlog=" + minutes);
        assertThat(byTime.stdout()).startsWith("merged " + seconds * PROBES + " lines of 2 logs into ");
        assertThat(byTime.stderr()).isEmpty();
        assertThat(sum(CommandLine.run("merge", minutes, "-o", "json"))).isEqualTo(samples);

        JsonNode rank = new ObjectMapper()
                .readTree(CommandLine.of(
                                ForkedJvm.AGENT,
                                "rank",
                                folder.resolve("logs"),
                                "--by",
                                "host",
                                "--beyond",
                                "p99",
                                "-o",
                                "json")
                        .flags(HEAP)
                        .run()
                        .expectExit(0)
                        .stdout())
                .get("rank");
        assertThat(rank.findValuesAsText("part")).contains("web1", "web2").hasSize(2 * PROBES);
        assertThat(rank.valueStream()
                        .mapToLong(row -> row.get("calls").asLong())
                        .sum())
                .isEqualTo(samples);
    }
}
