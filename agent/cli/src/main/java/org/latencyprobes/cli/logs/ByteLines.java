package org.latencyprobes.cli.logs;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * The lines of a stream as bytes, one at a time, in an array that is reused. Bytes of zero, such as a file has where it was cut while it was
 * written, or where a machine crashed, are no part of a line; they end one and are counted. Not thread-safe.
 */
final class ByteLines implements Closeable {

    /** More than any line of a log has. A file without line ends must not fill the memory. */
    static final int MAX_LINE_BYTES = 8 << 20;

    private static final int BUFFER_BYTES = 1 << 16;
    private static final int FIRST_LINE_BYTES = 1 << 12;

    private final InputStream in;
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private int at;
    private int limit;

    private byte[] line = new byte[FIRST_LINE_BYTES];
    private int length;
    private boolean isEnded;
    private boolean isTooLong;
    private long number;
    private long zeros;

    ByteLines(InputStream in) {
        this.in = in;
    }

    /** Reads the next line; false at the end. */
    boolean next() throws IOException {
        length = 0;
        isEnded = false;
        isTooLong = false;
        while (!isEnded && (at < limit || fill())) {
            int end = at;
            while (end < limit && buffer[end] != '\n' && buffer[end] != 0) {
                end++;
            }
            keep(end - at);
            boolean isZero = end < limit && buffer[end] == 0;
            zeros += isZero ? 1 : 0;
            isEnded = end < limit && (!isZero || length > 0 || isTooLong); // a line does not begin with zeros
            at = end < limit ? end + 1 : end;
        }
        boolean isThere = isEnded || length > 0 || isTooLong;
        number += isThere ? 1 : 0;
        return isThere;
    }

    private boolean fill() throws IOException {
        at = 0;
        limit = Math.max(0, in.read(buffer));
        return limit > 0;
    }

    private void keep(int count) {
        if (isTooLong || length + count > MAX_LINE_BYTES) {
            isTooLong = true;
            return;
        }
        if (length + count > line.length) {
            line = Arrays.copyOf(line, Math.max(length + count, 2 * line.length));
        }
        System.arraycopy(buffer, at, line, length, count);
        length += count;
    }

    /** The line without its end, up to {@link #length}. Valid until the next line is read. */
    byte[] bytes() {
        return line;
    }

    int length() {
        return length > 0 && line[length - 1] == '\r' ? length - 1 : length;
    }

    /** Whether the line had a line end. Only the last one may lack it. */
    boolean isEnded() {
        return isEnded;
    }

    boolean isTooLong() {
        return isTooLong;
    }

    /** How many bytes of zero there were so far. */
    long zeros() {
        return zeros;
    }

    /** The number of the present line, from 1. */
    long number() {
        return number;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
