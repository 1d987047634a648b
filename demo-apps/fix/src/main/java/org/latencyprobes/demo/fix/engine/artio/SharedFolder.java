package org.latencyprobes.demo.fix.engine.artio;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.agrona.IoUtil;

/**
 * A folder in shared memory for one node of one process, with Aeron's files and Artio's monitoring. It is deleted when it is closed, or
 * else when the JVM ends. The folder of a process that was killed is deleted when the next process comes.
 */
final class SharedFolder implements AutoCloseable {

    private static final Path SHARED_MEMORY = Path.of("/dev/shm");
    private static final String PREFIX = "latency-probes-fix-";

    /** The number of attempts to delete: a thread that has not ended yet may make another file meanwhile. */
    private static final int ATTEMPTS = 100;

    private final Path path;
    private final Thread hook = new Thread(this::delete, "artio-folder");

    SharedFolder() throws IOException {
        String prefix = PREFIX + ProcessHandle.current().pid() + '-';
        if (Files.isWritable(SHARED_MEMORY)) {
            removeLeftovers();
            path = Files.createTempDirectory(SHARED_MEMORY, prefix);
        } else {
            path = Files.createTempDirectory(prefix);
        }
        Runtime.getRuntime().addShutdownHook(hook);
    }

    String child(String name) {
        return path.resolve(name).toString();
    }

    @Override
    public void close() {
        delete();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // the JVM is ending, and the hook runs
        }
    }

    private void delete() {
        for (int i = 0; i < ATTEMPTS && Files.exists(path); i++) {
            IoUtil.delete(path.toFile(), true);
        }
    }

    private static void removeLeftovers() throws IOException {
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(SHARED_MEMORY, PREFIX + "*-*")) {
            for (Path folder : folders) {
                String pid = folder.getFileName()
                        .toString()
                        .substring(PREFIX.length())
                        .split("-")[0];
                if (ProcessHandle.of(Long.parseLong(pid)).isEmpty()) {
                    IoUtil.delete(folder.toFile(), true);
                }
            }
        }
    }
}
