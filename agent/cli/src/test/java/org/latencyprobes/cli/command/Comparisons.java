package org.latencyprobes.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.junit.jupiter.api.io.TempDir;
import org.latencyprobes.cli.CommandRun;

/** What tests of the command compare share: logs that it is given, and its run. */
abstract class Comparisons {

    private static final long START_SECONDS = 1_763_726_400; // 2025-11-21T12:00:00Z

    @TempDir
    Path folder;

    /** Writes a run of 1,000 calls a second around a median, the same for the same seed. */
    Path write(String name, String tag, int seconds, double medianNanos, long seed) throws IOException {
        return write(name, tag, seconds, medianNanos, seed, 0);
    }

    /** The same, which begins some seconds later. */
    Path write(String name, String tag, int seconds, double medianNanos, long seed, int later) throws IOException {
        Random random = new Random(seed);
        return write(name, tag, seconds, later, second -> {
            Histogram line = new Histogram(2);
            for (int call = 0; call < 1_000; call++) {
                line.recordValue((long) (medianNanos * Math.exp(0.3 * random.nextGaussian())));
            }
            return line;
        });
    }

    interface Lines {
        Histogram of(int second);
    }

    Path write(String name, String tag, int seconds, Lines lines) throws IOException {
        return write(name, tag, seconds, 0, lines);
    }

    private Path write(String name, String tag, int seconds, int later, Lines lines) throws IOException {
        long startSeconds = START_SECONDS + later;
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        HistogramLogWriter writer = new HistogramLogWriter(file.toFile());
        writer.outputStartTime(startSeconds * 1_000);
        for (int second = 0; second < seconds; second++) {
            Histogram line = lines.of(second);
            line.setTag(tag);
            writer.outputIntervalHistogram(startSeconds + second, startSeconds + second + 1.0, line);
        }
        writer.close();
        return file;
    }

    static CommandRun compare(Object... arguments) {
        List<String> all = new ArrayList<>(List.of("compare"));
        Stream.of(arguments).map(String::valueOf).forEach(all::add);
        return CommandRun.of(all.toArray(new String[0]));
    }

    static JsonNode json(Object... arguments) throws IOException {
        List<Object> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("-o", "json"));
        CommandRun run = compare(all.toArray());
        assertThat(run.exitCode()).as(run.out()).isZero();
        return new ObjectMapper().readTree(run.out());
    }

    /** Runs of one median or another, which differ by some percent. */
    Path runs(String name, int runs, double medianNanos) throws IOException {
        for (int i = 0; i < runs; i++) {
            write(
                    name + "/run" + i + ".hlog",
                    "find;ok",
                    5,
                    medianNanos * (1 + 0.02 * (i % 3 - 1)),
                    i + name.hashCode());
        }
        return folder.resolve(name);
    }
}
