package org.latencyprobes.cli.logs;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.FileSystem;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;

/**
 * A finder of the logs that a command line names. A log that is named several times is found once.
 *
 * @param byHost whether a log's folder names its host
 * @param hostFrom the pattern that finds the host in a log's path; null for none
 * @param stdin the stream that {@code -} stands for
 */
public record LogSources(boolean byHost, Pattern hostFrom, InputStream stdin) {

    /** The argument that stands for standard input and output. */
    public static final String STREAM = "-";

    /** {@code app.hlog}, rotated {@code app.1.hlog} and {@code app.hlog.1}, compressed {@code app.hlog.gz}. */
    private static final Pattern LOG_NAME = Pattern.compile(".*\\.hlog([.-].*)?");

    private static final Pattern GLOB = Pattern.compile("[*?\\[{]");

    /**
     * Finds the logs that the arguments name.
     *
     * @param arguments files, folders, globs, {@code -}
     * @return in the order of the arguments
     * @throws IOException if a file does not exist, or a folder cannot be read
     * @throws IllegalArgumentException if a glob is malformed, or a path has no host in it; the message says so
     */
    public List<LogSource> find(List<String> arguments) throws IOException {
        List<LogSource> sources = new ArrayList<>();
        Set<Path> seen = new HashSet<>();
        for (String argument : arguments) {
            if (argument.equals(STREAM)) {
                sources.add(LogSource.of("standard input", stdin));
                continue;
            }
            for (Path path : paths(argument)) {
                if (seen.add(path.toRealPath())) {
                    sources.add(LogSource.of(path).withHost(host(path)));
                }
            }
        }
        return sources;
    }

    private String host(Path path) {
        if (hostFrom != null) {
            Matcher host = hostFrom.matcher(path.toString());
            if (host.find() && host.groupCount() > 0 && host.group(1) != null) {
                return host.group(1);
            }
            throw new IllegalArgumentException(
                    "--host-from " + hostFrom + " finds no host in " + path + "; its first group is the host");
        }
        Path folder = path.toAbsolutePath().normalize().getParent();
        return byHost && folder.getFileName() != null ? folder.getFileName().toString() : "";
    }

    /**
     * Finds the files that one argument names: a file of any name; in a folder all files, at any depth, that are named like logs; or those
     * that a glob matches.
     *
     * @param text a file, a folder, or a glob in the syntax of {@link java.nio.file.FileSystem#getPathMatcher}
     * @return files in the order of their names; empty if a folder or a glob has none
     * @throws NoSuchFileException if the file or folder does not exist
     * @throws IOException if a folder cannot be read
     */
    static List<Path> paths(String text) throws IOException {
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
        PathMatcher glob = glob(path.getFileSystem(), text);
        return root != null && !Files.isDirectory(root) ? List.of() : files(root == null ? Path.of("") : root, glob);
    }

    private static PathMatcher glob(FileSystem files, String text) {
        try {
            return files.getPathMatcher("glob:" + text);
        } catch (PatternSyntaxException e) { // whose message has several lines
            throw new IllegalArgumentException(text + ": " + e.getDescription(), e);
        }
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
