package org.latencyprobes.cli.fetch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.latencyprobes.agent.control.Answer;

/** Fills a folder with what a backend needs. */
public final class Fetch {

    private static final List<String> BUNDLED = List.of("prometheus", "otlp", "statsd", "jmx");

    private final Path folder;
    private final Maven maven;
    private final List<String> versions;
    private final Consumer<String> progress;

    /**
     * Prepares it.
     *
     * @param folder in which each backend has a folder of its own
     * @param mvn Maven's program, or null for the one on the path
     * @param version of Micrometer, or null for those that are known to work
     * @param progress is told, in sentences
     */
    public Fetch(Path folder, String mvn, String version, Consumer<String> progress) {
        this.folder = folder;
        this.maven = Maven.of(mvn);
        this.versions = version == null ? Versions.ofMicrometer() : List.of(version);
        this.progress = progress;
    }

    /**
     * Gets one.
     *
     * @param name as Micrometer's artifact has it behind {@code micrometer-registry-}
     * @return what came of it
     */
    public Answer fetch(String name) {
        if (BUNDLED.contains(name)) {
            return Answer.failed(Answer.FAILED, name + " is in the agent's jar already; see docs/backends.md");
        }
        try {
            Path own = Files.createDirectories(folder.resolve(name));
            return into(own, name);
        } catch (IOException e) {
            return Answer.failed(Answer.FAILED, failure(e));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Answer.failed(Answer.FAILED, "interrupted");
        }
    }

    private static String failure(IOException e) {
        return String.valueOf(e.getMessage()).startsWith("Cannot run program")
                ? "Maven cannot be run: " + e.getMessage()
                        + "; install it, or name its program by --mvn, or put the jars of the registry into the folder yourself"
                : String.valueOf(e);
    }

    private Answer into(Path own, String name) throws IOException, InterruptedException {
        String artifact = "micrometer-registry-" + name;
        String first = null;
        for (String version : versions) {
            progress.accept("Maven copies " + artifact + ' ' + version + " and what it needs");
            String errors = maven.copy(artifact, version, own);
            if (errors == null) {
                return done(own, artifact, version, name);
            }
            first = first == null ? errors : first;
        }
        if (isEmpty(own)) {
            Files.delete(own);
        }
        return Answer.failed(
                        Answer.FAILED,
                        artifact + " could not be had in version " + String.join(" or ", versions)
                                + "; --micrometer chooses another. Maven says:")
                .say(first);
    }

    private static boolean isEmpty(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.findAny().isEmpty();
        }
    }

    private Answer done(Path own, String artifact, String version, String name) throws IOException {
        Answer answer = new Answer()
                .say(artifact + ' ' + version + " is in " + own + "; use it by backends=" + name + ",backends.folder="
                        + folder)
                .table("jars", "jar", "fileBytes");
        try (Stream<Path> files = Files.list(own)) {
            for (Path jar : files.filter(file -> file.toString().endsWith(".jar"))
                    .sorted()
                    .toList()) {
                answer.row(jar.getFileName(), Files.size(jar));
            }
        }
        return answer;
    }
}
