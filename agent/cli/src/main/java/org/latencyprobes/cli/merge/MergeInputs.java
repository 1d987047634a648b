package org.latencyprobes.cli.merge;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The logs that a command line names, each once, however often it is named.
 *
 * @param byHost whether a log's folder names its host
 * @param hostFrom finds the host in a log's path; null for none
 * @param stdin what {@code -} stands for
 */
public record MergeInputs(boolean byHost, Pattern hostFrom, InputStream stdin) {

    /** What stands for standard input and output. */
    public static final String STREAM = "-";

    /**
     * Finds them.
     *
     * @param arguments files, folders, globs, {@code -}
     * @return in the order of the arguments
     * @throws IOException if there is no such file, or a folder cannot be read
     * @throws IllegalArgumentException if a path has no host in it; the message says so
     */
    public List<LogSource> find(List<String> arguments) throws IOException {
        List<LogSource> sources = new ArrayList<>();
        Set<Path> seen = new HashSet<>();
        for (String argument : arguments) {
            if (argument.equals(STREAM)) {
                sources.add(LogSource.of("standard input", stdin));
                continue;
            }
            for (Path path : LogSources.find(argument)) {
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
}
