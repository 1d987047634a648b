package org.latencyprobes.cli.why.recording;

import java.io.EOFException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.latencyprobes.explain.Span;

/**
 * The time of a recording whose JVM need not run any more, from the heads of its chunks: they say when each began, by the wall clock and in
 * ticks, and how many ticks a second has. Times are on one scale for the whole recording: it begins with the wall clock's time of the first
 * chunk and goes on by the ticks. Immutable.
 *
 * @param scale maps ticks to ns since 1970
 * @param chunks how many chunks there are
 */
public record RecordedTime(TickScale scale, int chunks) {

    static final int MAGIC = 'F' << 24 | 'L' << 16 | 'R' << 8;
    private static final int MAJOR = 2;
    static final int SIZE_AT = 8;
    static final int START_AT = 32;
    private static final String REPAIR = "; if the JVM was killed, give the folder of its chunks instead";
    static final int HEAD_BYTES = 68;

    /** What is read of a chunk's head. */
    private record Chunk(long bytes, long startNanos, long nanos, long startTicks, long ticksPerSecond) {

        long endTicks() {
            return startTicks + Math.round((double) nanos / TimeUnit.SECONDS.toNanos(1) * ticksPerSecond);
        }
    }

    /**
     * Reads the heads of all chunks.
     *
     * @param file the recording
     * @return its time
     * @throws IOException if it cannot be read, is no recording, is cut off, or is of several JVMs; the message says which, without the
     *     file's name
     */
    public static RecordedTime of(Path file) throws IOException {
        if (!Files.isReadable(file)) {
            throw new IOException("cannot be read: access denied");
        }
        if (Files.size(file) == 0) {
            throw new IOException("is empty");
        }
        try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
            Chunk first = chunk(in, 0);
            Chunk last = first;
            int chunks = 1;
            for (long at = first.bytes; at < in.length(); at += last.bytes) {
                Chunk next = chunk(in, at);
                if (next.ticksPerSecond != first.ticksPerSecond || next.startTicks < last.startTicks) {
                    throw new IOException(
                            "is of more than one run of a JVM: jfr disassemble makes one file of each chunk");
                }
                last = next;
                chunks++;
            }
            long ticks = Math.max(1, last.endTicks() - first.startTicks);
            long nanos = Math.max(1, Math.round((double) ticks / first.ticksPerSecond * TimeUnit.SECONDS.toNanos(1)));
            return new RecordedTime(
                    new TickScale(
                            first.startTicks, first.startNanos, first.startTicks + ticks, first.startNanos + nanos, 0),
                    chunks);
        }
    }

    private static Chunk chunk(RandomAccessFile in, long at) throws IOException {
        try {
            in.seek(at);
            if (in.readInt() != MAGIC) {
                throw new IOException(
                        at == 0
                                ? "is no recording of Flight Recorder, such as jcmd <pid> JFR.dump writes"
                                : "is damaged or unfinished: no chunk begins at byte " + at + REPAIR);
            }
            int major = in.readUnsignedShort();
            if (major != MAJOR) {
                throw new IOException("has version " + major + " of the format, and " + MAJOR + " can be read");
            }
            in.seek(at + SIZE_AT);
            long bytes = in.readLong();
            in.seek(at + START_AT);
            Chunk chunk = new Chunk(bytes, in.readLong(), in.readLong(), in.readLong(), in.readLong());
            if (bytes < HEAD_BYTES || chunk.ticksPerSecond <= 0) {
                throw new IOException("has an unfinished chunk at byte " + at + REPAIR);
            }
            if (bytes > in.length() - at) {
                throw new IOException(
                        "is cut off: a chunk of " + bytes + " bytes begins at byte " + at + " of " + in.length());
            }
            return chunk;
        } catch (EOFException e) {
            throw new IOException("is cut off: it ends at byte " + in.length() + ", in the head of a chunk", e);
        }
    }

    /**
     * When the recording was.
     *
     * @return in ns since 1970
     */
    public Span span() {
        return new Span(scale.startNanos(), scale.endNanos());
    }
}
