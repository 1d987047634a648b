package org.latencyprobes.demo.common;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A Java runtime that child JVMs run on.
 *
 * @param executable its {@code java}
 * @param feature its version: 17, 25, …
 * @param label for people, with version and vendor
 */
public record JavaRuntime(Path executable, int feature, String label) {

    /** The oldest version that the agent runs on. */
    public static final int OLDEST = 17;

    /** The first version that warns about native access and the use of Unsafe, and has the flags to allow both. */
    private static final int FIRST_TO_WARN = 24;

    private static final int FIRST_WITH_VIRTUAL_THREADS = 21;

    private static final Pattern PROPERTY = Pattern.compile("^ {4}(java\\.[a-z.]+) = (.*)$", Pattern.MULTILINE);

    private static final String NOT_STARTED = "Error occurred during initialization";

    private static final Pattern COLLECTOR =
            Pattern.compile("Using (?:The )?(.+?)(?: Garbage Collector)?$", Pattern.MULTILINE);

    /** The executable of this program's own runtime. */
    public static Path own() {
        return Path.of(System.getProperty("java.home"), "bin", "java");
    }

    /**
     * Asks a {@code java} what it is.
     *
     * @throws IOException if it does not run, or is not a {@code java}
     */
    public static JavaRuntime of(Path executable) throws IOException {
        String output = ChildJvm.output(List.of(executable.toString(), "-XshowSettings:properties", "-version"));
        Properties properties = new Properties();
        for (Matcher matcher = PROPERTY.matcher(output); matcher.find(); ) {
            properties.setProperty(matcher.group(1), matcher.group(2).strip());
        }
        String version = properties.getProperty("java.specification.version");
        if (version == null) {
            throw new IOException("it does not answer -version as a java does");
        }
        return new JavaRuntime(
                executable,
                Integer.parseInt(version.startsWith("1.") ? version.substring(2) : version),
                "JDK " + properties.getProperty("java.runtime.version") + " (" + properties.getProperty("java.vendor")
                        + ")");
    }

    /**
     * Asks which collector it has with some flags.
     *
     * @return the name by its own log
     * @throws IOException if it does not start with these flags; the message has what it says
     */
    public String collector(List<String> flags) throws IOException {
        List<String> command = new ArrayList<>(List.of(executable.toString(), "-Xlog:gc"));
        command.addAll(flags);
        command.add("-version");
        String output = ChildJvm.output(command);
        Matcher using = COLLECTOR.matcher(output);
        if (!using.find() || output.contains(NOT_STARTED)) {
            throw new IOException("it does not start with " + String.join(" ", flags) + ": "
                    + output.lines().reduce("", (first, last) -> last));
        }
        return using.group(1);
    }

    /** The flags with which JLBH and chronicle-core print no warnings and send nothing, and with which a JVM out of memory ends. */
    public List<String> flags() {
        List<String> flags =
                new ArrayList<>(List.of("-Dchronicle.analytics.disable=true", "-XX:+ExitOnOutOfMemoryError"));
        if (feature >= FIRST_TO_WARN) {
            flags.add("--enable-native-access=ALL-UNNAMED");
        }
        flags.addAll(unsafeFlags());
        return flags;
    }

    /** The flag with which the use of Unsafe causes no warning, where one is needed. */
    public List<String> unsafeFlags() {
        return feature >= FIRST_TO_WARN ? List.of("--sun-misc-unsafe-memory-access=allow") : List.of();
    }

    /** Whether it has virtual threads. */
    public boolean hasVirtualThreads() {
        return feature >= FIRST_WITH_VIRTUAL_THREADS;
    }

    /** The label without vendor and minor version. */
    public String shortLabel() {
        return "JDK " + feature;
    }
}
