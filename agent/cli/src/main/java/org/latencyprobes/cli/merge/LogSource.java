package org.latencyprobes.cli.merge;

import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.LongAdder;
import java.util.zip.GZIPInputStream;

/**
 * A log to be read: a file or an open stream, compressed by gzip or not.
 *
 * @param name what messages call it
 * @param path the file, or null for the stream
 * @param stream the stream, or null for the file; it is read once and not closed
 * @param host what its lines get as the tag {@code host} if they have none; empty for none
 */
public record LogSource(String name, Path path, InputStream stream, String host) {

    private static final int GZIP_BUFFER_BYTES = 1 << 16;
    private static final int MAGIC_BYTES = 2;

    /**
     * A file.
     *
     * @param path the file
     * @return a source without host
     */
    public static LogSource of(Path path) {
        return new LogSource(path.toString(), path, null, "");
    }

    /**
     * A stream, such as standard input.
     *
     * @param name what messages call it
     * @param stream is read to its end
     * @return a source without host
     */
    public static LogSource of(String name, InputStream stream) {
        return new LogSource(name, null, stream, "");
    }

    /**
     * The same with a host.
     *
     * @param name the host's
     * @return another source
     */
    public LogSource withHost(String name) {
        return new LogSource(this.name, path, stream, name);
    }

    /**
     * How large it is.
     *
     * @return bytes as they lie on the disk, 0 where that is not known
     */
    public long bytes() {
        try {
            return path == null ? 0 : Files.size(path);
        } catch (IOException e) {
            return 0;
        }
    }

    /**
     * Whether it is a certain file.
     *
     * @param file a path to it, whether or not it exists
     * @return true also by another path
     */
    public boolean isFile(Path file) {
        try {
            return path != null && Files.exists(file) && Files.isSameFile(path, file);
        } catch (IOException e) {
            return false;
        }
    }

    /** Its lines from the first on; the bytes read, still compressed, are added to a counter. */
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
            // not ours
        }
    }
}
