package org.latencyprobes.cli.jvm;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** The JVM of this command, and the jar that it runs. */
public final class OwnJvm {

    private static final long LONGEST_SECONDS = 60;

    private OwnJvm() {}

    /** {@return the agent's jar, which the command line is part of} */
    public static Path jar() {
        try {
            return Path.of(OwnJvm.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Makes an archive of the classes of the command line, for this Java, beside an agent's jar.
     *
     * @param jar where the jar will stay, since an archive is of one place
     * @return false where this Java has made none
     * @throws IOException if no process can be started
     */
    public static boolean archive(Path jar) throws IOException {
        Path archive = jar.resolveSibling("java-" + System.getProperty("java.version") + ".jsa");
        Files.deleteIfExists(archive);
        Process maker = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:ArchiveClassesAtExit=" + archive,
                        "-XX:+UseSerialGC",
                        "-Xlog:disable",
                        "-jar",
                        jar.toString(),
                        "list")
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            return maker.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS) && Files.exists(archive);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            maker.destroyForcibly();
        }
    }
}
