package org.latencyprobes.agent.kit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The clock of single JVMs, which a test sets. A library of the program {@code faketime} does it; where that is missing, the test is skipped. */
public final class FakedClock {

    private static final String LIBRARY = "faketime/libfaketimeMT.so.1";

    private final Path offset;

    /**
     * The machine's own, so far.
     *
     * @param folder for its file
     */
    public FakedClock(Path folder) {
        offset = folder.resolve("offset");
        set("+0");
    }

    /** A JVM whose clock it is. */
    public ForkedJvm of(ForkedJvm jvm) throws IOException {
        return jvm.environment("FAKETIME_TIMESTAMP_FILE", offset.toString())
                .environment("FAKETIME_CACHE_DURATION", "1")
                .environment("DONT_FAKE_MONOTONIC", "1")
                .environment("FAKETIME_FORCE_MONOTONIC_FIX", "0") // with it no park waits
                .environment("LD_PRELOAD", library().toString());
    }

    /** Sets it within a second, by so many seconds from the machine's, such as {@code +3600}. */
    public void set(String seconds) {
        try {
            Files.writeString(offset, seconds);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path library() throws IOException {
        InstalledPrograms.program("faketime");
        for (String root : List.of("/usr/lib", "/usr/lib64")) {
            Path library = Files.isDirectory(Path.of(root)) ? libraryIn(Path.of(root)) : null;
            if (library != null) {
                return library;
            }
        }
        throw new AssertionError("faketime is there, and " + LIBRARY + " is not");
    }

    private static Path libraryIn(Path root) throws IOException {
        if (Files.exists(root.resolve(LIBRARY))) {
            return root.resolve(LIBRARY);
        }
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(root)) {
            for (Path folder : folders) {
                if (Files.exists(folder.resolve(LIBRARY))) {
                    return folder.resolve(LIBRARY);
                }
            }
        }
        return null;
    }
}
