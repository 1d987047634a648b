package org.latencyprobes.demo.common;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.latencyprobes.report.Percentiles;

/**
 * The folder for all that is kept: the comparison, and for each round a folder with each experiment's files.
 *
 * @param root the folder
 */
public record OutputFolder(Path root) {

    private static final String ROUND = "round-";
    private static final String RESULT = ".properties";

    /**
     * Makes the folder. What is in it stays.
     *
     * @throws IOException if it is no folder that can be written to
     */
    public void make() throws IOException {
        Files.createDirectories(root);
        if (!Files.isWritable(root)) {
            throw new AccessDeniedException(root.toString());
        }
    }

    /**
     * Deletes what an earlier comparison left. Other files stay.
     *
     * @param ids globs of the experiments' names
     * @param pictures globs of the pictures' names
     */
    public void clear(List<String> ids, List<String> pictures) throws IOException {
        Files.deleteIfExists(markdown());
        Files.deleteIfExists(csv());
        Files.deleteIfExists(html());
        for (String picture : pictures) {
            empty(root, picture + ".svg");
        }
        try (DirectoryStream<Path> rounds = Files.newDirectoryStream(root, ROUND + "[0-9]*")) {
            for (Path round : rounds) {
                for (String id : ids) {
                    empty(round, id + ".*");
                }
            }
        }
    }

    private static void empty(Path folder, String glob) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, glob)) {
            for (Path file : files) {
                Files.delete(file);
            }
        }
    }

    /** Writes the comparison, in place of an earlier one. */
    public void keep(String markdown, String csv) throws IOException {
        Files.writeString(markdown(), markdown);
        Files.writeString(csv(), csv);
    }

    /** A sentence for people that says where the files are. */
    public String contents() {
        return (Files.exists(html()) ? "The report with pictures: " + html() + "\n" : "")
                + "The report with every run: " + markdown() + ", " + csv() + "; histograms and logs: "
                + root.resolve(ROUND + "*");
    }

    /** The settings of the experiments, which read them there. */
    public Path settings() {
        return root.resolve("settings.properties");
    }

    /** The comparison, for people. */
    public Path markdown() {
        return root.resolve("comparison.md");
    }

    /** The comparison with pictures, for a browser, if the demo makes it. */
    public Path html() {
        return root.resolve("report.html");
    }

    /** Every run, for programs. */
    public Path csv() {
        return root.resolve("comparison.csv");
    }

    /** The output of an experiment. */
    public Path log(String id, int round) throws IOException {
        return file(id, round, ".log");
    }

    /** The agent's report when an experiment's JVM exited. */
    public Path exitReport(String id, int round) throws IOException {
        return file(id, round, ".txt");
    }

    /** Histograms for HdrHistogram's tools. */
    public Path histogramLog(String id, int round) throws IOException {
        return file(id, round, ".hlog");
    }

    /** The calls that are compared, for the agent's command {@code compare}. */
    public Path measuredLog(String id, int round) throws IOException {
        return file(id, round, ".measured.hlog");
    }

    /** The result of an experiment. */
    public Path result(String id, int round) throws IOException {
        return file(id, round, RESULT);
    }

    /** The result of an experiment that an earlier comparison left, if it did. */
    public Optional<Path> earlierResult(String id, int round) {
        return Optional.of(root.resolve(ROUND + round).resolve(id + RESULT)).filter(Files::exists);
    }

    /** The number of the last round of which it has a folder; 0 for none. */
    public int rounds() throws IOException {
        int last = 0;
        try (DirectoryStream<Path> rounds = Files.newDirectoryStream(root, ROUND + "[0-9]*")) {
            for (Path round : rounds) {
                String number = round.getFileName().toString().substring(ROUND.length());
                last = number.matches("\\d{1,6}") ? Math.max(last, Integer.parseInt(number)) : last;
            }
        }
        return last;
    }

    /** Writes the percentiles of an experiment's JVM for HdrHistogram's plotter, in µs. */
    public void keepPercentiles(String id, int round, Histogram histogram) throws IOException {
        try (PrintStream file =
                new PrintStream(Files.newOutputStream(file(id, round, ".hgrm")), false, StandardCharsets.UTF_8)) {
            histogram.outputPercentileDistribution(file, Percentiles.NANOS_PER_MICRO);
        }
    }

    /** Another file of an experiment. Its folder exists. */
    public Path file(String id, int round, String ending) throws IOException {
        return Files.createDirectories(root.resolve(ROUND + round)).resolve(id + ending);
    }
}
