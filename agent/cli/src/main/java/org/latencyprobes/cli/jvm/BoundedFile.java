package org.latencyprobes.cli.jvm;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;

/**
 * A file that another process has put where it is, and may exchange. It is read only if it is a regular one, with a bound and a deadline: a
 * FIFO would hold whoever opens it for ever. Stateless.
 */
final class BoundedFile {

    private static final int MOST_BYTES = 64 << 20;

    static final Duration TIMEOUT = Duration.ofSeconds(2);

    private BoundedFile() {}

    /** Its content, or the beginning of a very long one. */
    static byte[] read(Path file, Duration timeout) throws IOException {
        Callable<byte[]> reading = () -> {
            try (InputStream content = Files.newInputStream(file)) {
                return content.readNBytes(MOST_BYTES);
            }
        };
        return read(file, reading, timeout);
    }

    /** Reads it in a way of the caller's. */
    static <T> T read(Path file, Callable<T> reading, Duration timeout) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new IOException(file + " is no regular file");
        }
        try {
            return AsyncCall.await(AsyncCall.start(reading), timeout); // it may have been exchanged since
        } catch (TimeoutException e) {
            throw new IOException(file + " cannot be read within " + timeout.toSeconds() + " s", e);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException failure ? failure : new IOException(e.getCause());
        }
    }
}
