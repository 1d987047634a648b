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
     */
    public static boolean archive(Path jar) {
        try {
            return archiveOf(jar.toRealPath()); // as the launcher names it: an archive of another name is not used
        } catch (IOException e) {
            return false;
        }
    }

    private static boolean archiveOf(Path jar) throws IOException {
        Path archive = jar.resolveSibling("java-" + System.getProperty("java.version") + ".jsa");
        Files.deleteIfExists(archive);
        ProcessBuilder builder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:ArchiveClassesAtExit=" + archive,
                        "-XX:+UseSerialGC",
                        "-Xlog:disable",
                        "-jar",
                        jar.toString(),
                        "list")
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        // flags of these, such as another collector or an agent, would keep a JVM from making an archive
        builder.environment().keySet().removeAll(JavaCommand.OPTION_VARIABLES);
        Process maker = builder.start();
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
