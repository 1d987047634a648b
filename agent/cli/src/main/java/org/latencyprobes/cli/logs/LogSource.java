package org.latencyprobes.cli.logs;

import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.LongAdder;
import java.util.zip.GZIPInputStream;

/**
 * A log to read: a file or an open stream, with or without gzip.
 *
 * @param name the name in messages
 * @param path the file, or null for a stream
 * @param stream the stream, or null for a file; it is read once and not closed
 * @param host the tag {@code host} for lines that have none; empty for none
 */
public record LogSource(String name, Path path, InputStream stream, String host) {

    private static final int GZIP_BUFFER_BYTES = 1 << 16;
    private static final int MAGIC_BYTES = 2;

    /**
     * A source from a file.
     *
     * @param path the file
     * @return a source without host
     */
    public static LogSource of(Path path) {
        return new LogSource(path.toString(), path, null, "");
    }

    /**
     * A source from a stream, such as standard input.
     *
     * @param name the name in messages
     * @param stream the stream, which is read to its end
     * @return a source without host
     */
    public static LogSource of(String name, InputStream stream) {
        return new LogSource(name, null, stream, "");
    }

    /**
     * The same source with a host.
     *
     * @param name the host's name
     * @return a new source
     */
    public LogSource withHost(String name) {
        return new LogSource(this.name, path, stream, name);
    }

    /**
     * The size of the file.
     *
     * @return bytes on the disk; 0 if unknown
     */
    public long bytes() {
        try {
            return path == null ? 0 : Files.size(path);
        } catch (IOException e) {
            return 0;
        }
    }

    /**
     * Whether the source is that file.
     *
     * @param file a path, whether or not it exists
     * @return true also if the paths differ
     */
    public boolean isFile(Path file) {
        try {
            return path != null && Files.exists(file) && Files.isSameFile(path, file);
        } catch (IOException e) {
            return false;
        }
    }

    /** Opens the log at its first line. The bytes read, before decompression, are added to a counter. */
    LogLines open(LongAdder bytesRead) throws IOException {
        InputStream raw = new Counted(path == null ? new Unclosed(stream) : Files.newInputStream(path), bytesRead);
        try {
            return new LogLines(name, new ByteLines(plain(raw)));
        } catch (IOException e) {
            raw.close();
            throw e;
        }
    }

    private InputStream plain(InputStream raw) throws IOException {
        InputStream buffered = new BufferedInputStream(raw, GZIP_BUFFER_BYTES);
        buffered.mark(MAGIC_BYTES);
        byte[] magic = buffered.readNBytes(MAGIC_BYTES);
        buffered.reset();
        boolean isCompressed = magic.length == MAGIC_BYTES && magic[0] == 0x1f && magic[1] == (byte) 0x8b;
        try {
            return isCompressed ? new GZIPInputStream(buffered, GZIP_BUFFER_BYTES) : buffered;
        } catch (IOException e) {
            throw new BadLogException(name, 1, "begins like a gzip file and is none: " + e.getMessage());
        }
    }

    private static final class Counted extends FilterInputStream {

        private final LongAdder count;

        Counted(InputStream in, LongAdder count) {
            super(in);
            this.count = count;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            int read = super.read(bytes, offset, length);
            count.add(Math.max(0, read));
            return read;
        }
    }

    private static final class Unclosed extends FilterInputStream {

        Unclosed(InputStream in) {
            super(in);
        }

        @Override
        public void close() {
            // the caller closes the stream
        }
    }
}
