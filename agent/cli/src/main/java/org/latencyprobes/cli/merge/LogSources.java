package org.latencyprobes.cli.merge;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Finds logs: a file under any name; in a folder all files, at any depth, that are named like logs; by a glob. Stateless. */
public final class LogSources {

    /** {@code app.hlog}, rotated {@code app.1.hlog} and {@code app.hlog.1}, compressed {@code app.hlog.gz}. */
    private static final Pattern LOG_NAME = Pattern.compile(".*\\.hlog([.-].*)?");

    private static final Pattern GLOB = Pattern.compile("[*?\\[{]");

    private LogSources() {}

    /**
     * Finds the logs that an argument means.
     *
     * @param text a file, a folder, or a glob in the syntax of {@link java.nio.file.FileSystem#getPathMatcher}
     * @return files in the order of their names; none if a folder holds or a glob matches none
     * @throws NoSuchFileException if there is no such file or folder
     * @throws IOException if a folder cannot be read
     */
    public static List<Path> find(String text) throws IOException {
        Path path = Path.of(text);
        if (Files.isDirectory(path)) {
            return files(
                    path,
                    file -> LOG_NAME.matcher(file.getFileName().toString()).matches());
        }
        if (Files.exists(path)) {
            return List.of(path);
        }
        if (!GLOB.matcher(text).find()) {
            throw new NoSuchFileException(text);
        }
        Path root = path;
        while (root != null && GLOB.matcher(root.toString()).find()) {
            root = root.getParent();
        }
        PathMatcher glob = path.getFileSystem().getPathMatcher("glob:" + text);
        return root != null && !Files.isDirectory(root) ? List.of() : files(root == null ? Path.of("") : root, glob);
    }

    private static List<Path> files(Path folder, PathMatcher wanted) throws IOException {
        try (Stream<Path> all = Files.walk(folder, FileVisitOption.FOLLOW_LINKS)) {
            return all.filter(wanted::matches)
                    .filter(Files::isRegularFile)
                    .sorted()
                    .toList();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }
}
