package org.latencyprobes.demo.common;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/**
 * The folder for all that is kept: the comparison, and for each round a folder with each experiment's files.
 *
 * @param root the folder
 */
public record OutputFolder(Path root) {

    private static final String ROUND = "round-";
    private static final String RESULT = ".json";

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

    /** Deletes what an earlier comparison left. */
    public void clear() throws IOException {
        Files.deleteIfExists(markdown());
        Files.deleteIfExists(csv());
        Files.deleteIfExists(html());
        try (DirectoryStream<Path> rounds = Files.newDirectoryStream(
                root,
                path -> path.getFileName().toString().matches(ROUND + "\\d+")
                        && Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS))) {
            rounds.forEach(Folders::delete);
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
        return root.resolve("settings.json");
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

    /** Another file of an experiment. Its folder exists. */
    public Path file(String id, int round, String ending) throws IOException {
        return Files.createDirectories(root.resolve(ROUND + round)).resolve(id + ending);
    }
}
