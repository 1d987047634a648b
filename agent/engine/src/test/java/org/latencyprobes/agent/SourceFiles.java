package org.latencyprobes.agent;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.Map;

/** The project's source files. */
final class SourceFiles {

    static final Path ROOT = Path.of("..", "..").toAbsolutePath().normalize();

    private static final String SUFFIX = ".java";

    private SourceFiles() {}

    /** All of Java, by the class's simple name; of several of one name, one. */
    static Map<String, Path> bySimpleName() throws IOException {
        Map<String, Path> files = new HashMap<>();
        Files.walkFileTree(ROOT, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                boolean isSkipped = folder.endsWith("target") || folder.endsWith(".git");
                return isSkipped ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                String name = file.getFileName().toString();
                if (name.endsWith(SUFFIX)) {
                    files.put(name.replace(SUFFIX, ""), file);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        return files;
    }
}
