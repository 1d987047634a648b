package org.latencyprobes.benchmarks;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A JDK to measure on.
 *
 * @param java its executable
 * @param feature its version: 17, 25, …
 * @param label for people
 */
record Jdk(Path java, int feature, String label) {

    /** The first with virtual threads. */
    private static final int FIRST_WITH_VIRTUAL_THREADS = 21;

    /** The first that warns about JMH's use of Unsafe. */
    private static final int FIRST_TO_WARN = 24;

    private static final Pattern PROPERTY = Pattern.compile("^ {4}(java\\.[a-z.]+) = (.*)$", Pattern.MULTILINE);

    /** Asks the JDK in a folder what it is. */
    static Jdk at(Path home) throws IOException {
        Path java = home.resolve("bin").resolve("java");
        if (!Files.isExecutable(java)) {
            throw new IOException("no JDK in " + home + ": it has no bin/java");
        }
        Process process = new ProcessBuilder(java.toString(), "-XshowSettings:properties", "-version")
                .redirectErrorStream(true)
                .start();
        return of(java, new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
    }

    private static Jdk of(Path java, String settings) throws IOException {
        Properties properties = new Properties();
        for (Matcher matcher = PROPERTY.matcher(settings); matcher.find(); ) {
            properties.setProperty(matcher.group(1), matcher.group(2).strip());
        }
        String version = properties.getProperty("java.specification.version");
        if (version == null || version.startsWith("1.")) {
            throw new IOException(java + " is no java of version 17 or later");
        }
        return new Jdk(
                java,
                Integer.parseInt(version),
                "JDK " + properties.getProperty("java.version") + " (" + properties.getProperty("java.vendor") + ")");
    }

    boolean hasVirtualThreads() {
        return feature >= FIRST_WITH_VIRTUAL_THREADS;
    }

    /** What every JVM that runs JMH is given. */
    List<String> flags() {
        List<String> flags = new ArrayList<>(List.of("-Xms512m", "-Xmx512m"));
        if (feature >= FIRST_TO_WARN) {
            flags.add("--sun-misc-unsafe-memory-access=allow");
        }
        return flags;
    }

    String shortLabel() {
        return "JDK " + feature;
    }
}
