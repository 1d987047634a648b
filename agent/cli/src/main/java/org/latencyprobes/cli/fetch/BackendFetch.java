package org.latencyprobes.cli.fetch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.ExitCode;

/** A fetch of the jars of a backend into a folder. */
public final class BackendFetch {

    private static final List<String> BUNDLED = List.of("prometheus", "otlp", "statsd", "jmx");

    private record Jar(String jar, long fileBytes) {}

    private final Path folder;
    private final Maven maven;
    private final List<String> versions;
    private final Consumer<String> progress;

    /**
     * Creates a fetch.
     *
     * @param folder the folder that gets a folder for each backend
     * @param mvn the Maven program, or null for the one on the path
     * @param version the version of Micrometer, or null for those that are known to work
     * @param progress takes the progress, in sentences
     */
    public BackendFetch(Path folder, String mvn, String version, Consumer<String> progress) {
        this.folder = folder;
        this.maven = Maven.of(mvn);
        this.versions = version == null ? BuildVersions.ofMicrometer() : List.of(version);
        this.progress = progress;
    }

    /**
     * Fetches the jars of one backend.
     *
     * @param name the name after {@code micrometer-registry-} in Micrometer's artifact
     * @return the jars, or the reason of a failure
     */
    public Answer fetch(String name) {
        if (BUNDLED.contains(name)) {
            return Answer.failed(ExitCode.FAILED, name + " is in the agent's jar already; see docs/backends.md");
        }
        try {
            Path own = Files.createDirectories(folder.resolve(name));
            return into(own, name);
        } catch (IOException e) {
            return Answer.failed(ExitCode.FAILED, failure(e));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Answer.failed(ExitCode.FAILED, "interrupted");
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
        String firstErrors = null;
        for (String version : versions) {
            progress.accept("Maven copies " + artifact + ' ' + version + " and what it needs");
            String errors = maven.copy(artifact, version, own);
            if (errors == null) {
                return done(own, artifact, version, name);
            }
            firstErrors = firstErrors == null ? errors : firstErrors;
        }
        if (isEmpty(own)) {
            Files.delete(own);
        }
        return Answer.failed(
                        ExitCode.FAILED,
                        artifact + " could not be fetched in version " + String.join(" or ", versions)
                                + "; --micrometer chooses another. Maven says:")
                .say(firstErrors);
    }

    private static boolean isEmpty(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.findAny().isEmpty();
        }
    }

    private Answer done(Path own, String artifact, String version, String name) throws IOException {
        List<Jar> jars = new ArrayList<>();
        try (Stream<Path> files = Files.list(own)) {
            for (Path jar : files.filter(file -> file.toString().endsWith(".jar"))
                    .sorted()
                    .toList()) {
                jars.add(new Jar(jar.getFileName().toString(), Files.size(jar)));
            }
        }
        return new Answer()
                .say(artifact + ' ' + version + " is in " + own + "; use it by backends=" + name + ",backends.folder="
                        + folder)
                .add("jars", Jar.class, jars);
    }
}
