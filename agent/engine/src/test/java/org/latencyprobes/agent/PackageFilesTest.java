package org.latencyprobes.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The number of files in each package, of code and of tests, in all modules. */
final class PackageFilesTest {

    private static final Path ROOT = Path.of("../..");
    private static final long MOST = 25;

    /** Packages that wait to be divided, and may not grow. */
    private static final Map<String, Long> LARGER = Map.ofEntries(
            Map.entry("tests/agent/src/test/java/org/latencyprobes/agent/jar", 129L),
            Map.entry("tests/agent/src/test/java/org/latencyprobes/agent/fixture", 118L),
            Map.entry("benchmarks/src/main/java/org/latencyprobes/benchmarks", 41L),
            Map.entry("probes-runtime/micrometer/src/main/java/org/latencyprobes/micrometer", 34L),
            Map.entry("demo-apps/date-serialisation/src/main/java/org/latencyprobes/demo/date", 28L),
            Map.entry("tests/backends/src/test/java/org/latencyprobes/agent/backends", 30L),
            Map.entry("demo-apps/common/src/main/java/org/latencyprobes/demo/common", 31L),
            Map.entry("probes-runtime/core/src/test/java/org/latencyprobes/internal/counts", 27L),
            Map.entry("probes-runtime/core/src/main/java/org/latencyprobes/internal/counts", 27L),
            Map.entry("analysis/src/main/java/org/latencyprobes/analysis/picture", 27L),
            Map.entry("agent/exporters/src/main/java/org/latencyprobes/exporters", 27L));

    @Test
    void noPackageHasMoreFilesThanAReaderOverlooks() throws IOException {
        Map<String, Long> packages = new TreeMap<>();
        Files.walkFileTree(ROOT, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes facts) {
                String name = folder.getFileName().toString();
                boolean isOfBuild = !folder.equals(ROOT) && (name.equals("target") || name.startsWith("."));
                return isOfBuild ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes facts) {
                if (file.toString().endsWith(".java")) {
                    packages.merge(ROOT.relativize(file.getParent()).toString(), 1L, Long::sum);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        assertThat(packages).as("packages of all modules").hasSizeGreaterThan(100);
        packages.entrySet().removeIf(files -> files.getValue() <= LARGER.getOrDefault(files.getKey(), MOST));
        assertThat(packages).isEmpty();
    }
}
