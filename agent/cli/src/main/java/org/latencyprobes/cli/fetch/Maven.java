package org.latencyprobes.cli.fetch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * The user's Maven, with its settings, mirrors and local repository. Only Maven knows where jars come from.
 *
 * @param program its name or path
 */
record Maven(String program) {

    private static final int SHOWN_LINES = 5;

    /** The libraries in the agent's jar, which all backends share. */
    private static final String[][] SHARED = {
        {"io.micrometer", "micrometer-core"},
        {"io.micrometer", "micrometer-commons"},
        {"io.micrometer", "micrometer-observation"},
        {"org.hdrhistogram", "HdrHistogram"},
        {"org.slf4j", "slf4j-api"}
    };

    /** The named Maven, or the first one on the path. */
    static Maven of(String wanted) {
        boolean isWindows =
                System.getProperty("os.name").toLowerCase(Locale.ROOT).contains("win");
        return new Maven(wanted != null ? wanted : isWindows ? "mvn.cmd" : "mvn");
    }

    /** Copies a registry and its dependencies into a folder. Returns null on success, or Maven's error messages. */
    String copy(String artifact, String version, Path folder) throws IOException, InterruptedException {
        Path project = Files.createTempDirectory("latency-probes-fetch");
        Path pom = Files.writeString(project.resolve("pom.xml"), pom(artifact, version));
        Path output = project.resolve("output.txt");
        try {
            Process process = new ProcessBuilder(
                            program,
                            "-B",
                            "-q",
                            "-f",
                            pom.toString(),
                            "dependency:copy-dependencies",
                            "-DincludeScope=runtime",
                            "-DoutputDirectory=" + folder.toAbsolutePath())
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            process.getOutputStream().close();
            return process.waitFor() == 0 ? null : errors(output);
        } finally {
            Files.deleteIfExists(output);
            Files.deleteIfExists(pom);
            Files.deleteIfExists(project);
        }
    }

    private static String errors(Path output) throws IOException {
        List<String> lines = Files.readAllLines(output).stream()
                .map(line -> line.replaceAll("\u001b\\[[0-9;]*m", ""))
                .toList();
        List<String> errors = lines.stream()
                .takeWhile(line -> !line.startsWith("[ERROR] To see the full stack trace"))
                .filter(line -> line.startsWith("[ERROR]") && line.length() > "[ERROR] ".length())
                .toList();
        List<String> shown = errors.isEmpty() ? lines : errors;
        return String.join("\n", shown.subList(0, Math.min(SHOWN_LINES, shown.size())));
    }

    static String pom(String artifact, String version) {
        StringBuilder exclusions = new StringBuilder();
        for (String[] shared : SHARED) {
            exclusions
                    .append("<exclusion><groupId>")
                    .append(shared[0])
                    .append("</groupId><artifactId>")
                    .append(shared[1])
                    .append("</artifactId></exclusion>\n");
        }
        return """
                <project xmlns="http://maven.apache.org/POM/4.0.0">
                <modelVersion>4.0.0</modelVersion>
                <groupId>org.latencyprobes</groupId>
                <artifactId>fetch</artifactId>
                <version>1</version>
                <dependencies><dependency>
                <groupId>io.micrometer</groupId>
                <artifactId>%s</artifactId>
                <version>%s</version>
                <exclusions>
                %s</exclusions>
                </dependency></dependencies>
                <build><plugins><plugin>
                <artifactId>maven-dependency-plugin</artifactId>
                <version>%s</version>
                </plugin></plugins></build>
                </project>
                """.formatted(artifact, version, exclusions, BuildVersions.ofPlugin());
    }
}
