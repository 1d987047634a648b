package org.latencyprobes.demo.fix.engine.artio;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.agrona.IoUtil;

/**
 * A folder in shared memory, for one node of one process: Aeron's files, and Artio's monitoring. It goes when it is closed, or when the JVM
 * ends without.
 */
final class SharedFolder implements AutoCloseable {

    private static final Path SHARED_MEMORY = Path.of("/dev/shm");
    private static final String PREFIX = "latency-probes-fix-";

    private final Path path;
    private final Thread hook = new Thread(this::delete, "artio-folder");

    SharedFolder() throws IOException {
        path = Files.isWritable(SHARED_MEMORY)
                ? Files.createTempDirectory(SHARED_MEMORY, PREFIX)
                : Files.createTempDirectory(PREFIX);
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
        try {
            while (Files.exists(path)) {
                IoUtil.delete(path.toFile(), true); // again, if somebody still made files in it
            }
        } catch (SecurityException e) {
            throw new UncheckedIOException(new IOException(e));
        }
    }
}
