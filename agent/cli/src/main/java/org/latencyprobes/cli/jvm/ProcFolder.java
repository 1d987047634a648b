package org.latencyprobes.cli.jvm;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A process's folder in {@code /proc}. Reading it does not disturb the process. What cannot be read, because it is another user's or the
 * process has just ended, is empty.
 *
 * @param folder its path
 */
record ProcFolder(Path folder) {

    private static final Path PROC = Path.of("/proc");

    /** Fields of a line of {@code net/unix}. */
    private static final int INODE = 6;

    private static final int PATH = 7;

    /** What the JVM binds its socket with, before it renames it. */
    private static final String UNFINISHED = ".tmp";

    private static final String LIBRARY = "/libjvm.so";

    /** Of {@code stat} a second, on all systems that Java runs on. */
    private static final long TICKS = 100;

    private static final long NANOS_PER_TICK = 1_000_000_000 / TICKS;

    /** What a line of {@code uid_map} has where the reader cannot see a user. */
    private static final long NO_USER = (1L << 32) - 1;

    /** Whether this system has such folders. */
    static boolean exist() {
        return Files.exists(PROC.resolve("self/status"));
    }

    static ProcFolder of(long pid) {
        return new ProcFolder(PROC.resolve(String.valueOf(pid)));
    }

    static ProcFolder own() {
        return new ProcFolder(PROC.resolve("self"));
    }

    /** The id of this process; empty if this system has no such folders. */
    static String ownId() {
        return new ProcFolder(PROC).link("self");
    }

    /** The ids of all visible processes. */
    static List<Long> all() {
        try (Stream<Path> entries = Files.list(PROC)) {
            return entries.map(entry -> entry.getFileName().toString())
                    .filter(name -> name.matches("\\d+"))
                    .map(Long::valueOf)
                    .sorted()
                    .toList();
        } catch (IOException e) {
            return List.of();
        }
    }

    boolean isThere() {
        return Files.exists(folder.resolve("status"));
    }

    Path path(String name) {
        return folder.resolve(name);
    }

    /** The words after a key of {@code status}, such as {@code Uid}. */
    List<String> status(String key) {
        for (String line : text("status").split("\n")) {
            if (line.startsWith(key + ':')) {
                return List.of(line.substring(key.length() + 1).strip().split("\\s+"));
            }
        }
        return List.of();
    }

    /** What the system keeps about the process, in one line; empty if it has ended. */
    String stat() {
        return text("stat");
    }

    /** The zero-terminated texts of a file such as {@code cmdline} or {@code environ}. */
    List<String> strings(String name) {
        String text = text(name);
        return text.isEmpty() ? List.of() : List.of(text.split("\0"));
    }

    /** The target of a link such as {@code exe} or {@code ns/mnt}. */
    String link(String name) {
        try {
            return Files.readSymbolicLink(folder.resolve(name)).toString();
        } catch (IOException | UnsupportedOperationException e) {
            return "";
        }
    }

    /** The path of the JVM library that the process has mapped, as the process sees it. */
    String jvmLibrary() {
        return text("maps")
                .lines()
                .filter(line -> line.endsWith(LIBRARY) || line.endsWith(LIBRARY + " (deleted)"))
                .findFirst()
                .map(line -> line.substring(line.indexOf('/')).replace(" (deleted)", ""))
                .orElse("");
    }

    /** The jars that the process has open. Each path works even if the file has been deleted or is in a container. */
    List<Path> openJars() {
        return open().stream()
                .filter(entry -> link("fd/" + entry.getFileName())
                        .replace(" (deleted)", "")
                        .endsWith(".jar"))
                .toList();
    }

    /** What it has open, such as {@code socket:[4711]}. */
    List<String> openFiles() {
        return open().stream().map(entry -> link("fd/" + entry.getFileName())).toList();
    }

    private List<Path> open() {
        try (Stream<Path> entries = Files.list(folder.resolve("fd"))) {
            return entries.toList();
        } catch (IOException e) {
            return List.of();
        }
    }

    /** The Unix domain sockets that were bound under a path where this process is, as {@link #openFiles} names them. */
    Set<String> socketInodes(String path) {
        Set<String> inodes = new HashSet<>();
        for (String line : text("net/unix").split("\n")) {
            String[] fields = line.strip().split("\\s+");
            if (fields.length > PATH && (fields[PATH].endsWith(path) || fields[PATH].endsWith(path + UNFINISHED))) {
                inodes.add("socket:[" + fields[INODE] + ']');
            }
        }
        return inodes;
    }

    /** By how much the process sees all starts later than they were, in the unit of {@link #stat}. */
    long startOffset() {
        for (String line : text("timens_offsets").split("\n")) {
            String[] fields = line.strip().split("\\s+");
            if (fields[0].equals("boottime")) {
                return Long.parseLong(fields[1]) * TICKS + Long.parseLong(fields[2]) / NANOS_PER_TICK;
            }
        }
        return 0;
    }

    /** Whether a user of here is one there too. True where that cannot be known. */
    boolean knowsUser(long uid) {
        String space = link("ns/user");
        String map = text("uid_map");
        if (space.isEmpty() || space.equals(own().link("ns/user")) || map.isBlank()) {
            return true;
        }
        for (String line : map.strip().split("\n")) {
            String[] fields = line.strip().split("\\s+");
            long first = Long.parseLong(fields[1]);
            if (first == NO_USER || uid >= first && uid < first + Long.parseLong(fields[2])) {
                return true;
            }
        }
        return false;
    }

    private String text(String name) {
        try {
            return new String(Files.readAllBytes(folder.resolve(name)), StandardCharsets.UTF_8);
        } catch (IOException e) {
            return "";
        }
    }
}
