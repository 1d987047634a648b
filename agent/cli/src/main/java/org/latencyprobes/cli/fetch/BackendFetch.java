package org.latencyprobes.cli.fetch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.ExitCode;

/**
 * A fetch of the jars of a backend into a folder.
 *
 * @param folder the folder that gets a folder for each backend
 * @param mvn the Maven program, or null for the one on the path
 * @param version the version of Micrometer, or null for the pinned one, else those that are known to work
 * @param progress takes the progress, in sentences
 */
public record BackendFetch(Path folder, String mvn, String version, Consumer<String> progress) {

    private static final List<String> BUNDLED = List.of("prometheus", "otlp", "statsd", "jmx");

    private record Jar(String jar, long fileBytes, String sha256, boolean pinned) {}

    /**
     * Fetches the jars of one backend.
     *
     * @param name the name after {@code micrometer-registry-} in Micrometer's artifact
     * @return the jars, or the reason of a failure
     */
    public Answer fetch(String name) {
        if (BUNDLED.contains(name)) {
            return Answer.failed(
                    ExitCode.FAILED, name + " is in the agent's jar already; its options are those of attach --help");
        }
        try {
            Files.createDirectories(folder);
            Path fetched =
                    Files.createTempDirectory(folder, "." + name); // beside its place, so that moving copies nothing
            try {
                return into(fetched, name);
            } finally {
                for (Path left : files(fetched)) {
                    Files.delete(left);
                }
                Files.delete(fetched);
            }
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

    private Answer into(Path fetched, String name) throws IOException, InterruptedException {
        String artifact = "micrometer-registry-" + name;
        List<String> versions = versions(artifact);
        String firstErrors = null;
        for (String each : versions) {
            progress.accept("Maven copies " + artifact + ' ' + each + " and what it needs");
            String errors = Maven.of(mvn).copy(artifact, each, fetched);
            if (errors == null) {
                return checked(fetched, artifact + ' ' + each, name);
            }
            firstErrors = firstErrors == null ? errors : firstErrors;
        }
        return Answer.failed(
                        ExitCode.FAILED,
                        artifact + " could not be fetched in version " + String.join(" or ", versions)
                                + "; --micrometer chooses another. Maven says:")
                .say(firstErrors);
    }

    private List<String> versions(String artifact) {
        if (version != null) {
            return List.of(version);
        }
        String pinned = PinnedJars.version(artifact);
        return pinned == null ? BuildVersions.ofMicrometer() : List.of(pinned);
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList();
        }
    }

    /** A jar that has not the bytes that this release knows goes nowhere. */
    private Answer checked(Path fetched, String what, String name) throws IOException {
        List<Jar> jars = new ArrayList<>();
        List<String> unknown = new ArrayList<>();
        for (Path file : files(fetched)) {
            String jar = file.getFileName().toString();
            if (PinnedJars.differs(file)) {
                return Answer.failed(
                        ExitCode.FAILED,
                        jar + " has the SHA-256 " + PinnedJars.sha256(file)
                                + ", which is not that of the jar that this release was tested with; nothing was copied");
            }
            boolean isPinned = PinnedJars.isPinned(jar);
            if (!isPinned) {
                unknown.add(jar);
            }
            jars.add(new Jar(jar, Files.size(file), PinnedJars.sha256(file), isPinned));
        }
        Path own = Files.createDirectories(folder.resolve(name));
        for (Path file : files(fetched)) {
            Files.move(file, own.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
        }
        Answer answer = new Answer()
                .say(what + " is in " + own + "; use it by backends=" + name + ",backends.folder=" + folder);
        if (!unknown.isEmpty()) {
            answer.say("not known by this release, so look at their SHA-256 yourself: " + String.join(", ", unknown));
        }
        return answer.add("jars", Jar.class, jars);
    }
}
