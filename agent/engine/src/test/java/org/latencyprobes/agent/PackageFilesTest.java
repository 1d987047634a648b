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
        packages.entrySet().removeIf(files -> files.getValue() <= MOST);
        assertThat(packages).isEmpty();
    }
}
