package org.latencyprobes.demo.date;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where everything lands that is kept: the comparison, and for each round a folder with each experiment's log files. */
record OutputFolder(Path root) {

    private static final String ROUND = "round-";

    /** Makes the folder, and takes away what an earlier comparison left in it; other files stay. */
    void prepare() throws IOException {
        Files.createDirectories(root);
        Files.deleteIfExists(markdown());
        Files.deleteIfExists(csv());
        try (DirectoryStream<Path> rounds = Files.newDirectoryStream(root, ROUND + "[0-9]*")) {
            for (Path round : rounds) {
                empty(round);
            }
        }
    }

    private static void empty(Path round) throws IOException {
        for (Experiment experiment : Experiment.values()) {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(round, experiment.id() + ".*")) {
                for (Path file : files) {
                    Files.delete(file);
                }
            }
        }
    }

    void write(Settings settings) throws IOException {
        try (Writer writer = Files.newBufferedWriter(settings())) {
            settings.toProperties().store(writer, "what the experiments were told");
        }
    }

    Path settings() {
        return root.resolve("settings.properties");
    }

    Path markdown() {
        return root.resolve("comparison.md");
    }

    Path csv() {
        return root.resolve("comparison.csv");
    }

    Path log(Experiment experiment, int round) throws IOException {
        return file(experiment, round, ".log");
    }

    Path exitReport(Experiment experiment, int round) throws IOException {
        return file(experiment, round, ".txt");
    }

    Path histogramLog(Experiment experiment, int round) throws IOException {
        return file(experiment, round, ".hlog");
    }

    Path result(Experiment experiment, int round) throws IOException {
        return file(experiment, round, ".properties");
    }

    private Path file(Experiment experiment, int round, String ending) throws IOException {
        return Files.createDirectories(root.resolve(ROUND + round)).resolve(experiment.id() + ending);
    }
}
