package org.latencyprobes.cli.why.recording;

import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * A folder of recordings of one JVM, such as the chunks that a killed one has left in its repository. What was not flushed when it was
 * killed is left out. Stateless.
 */
public final class RecordingFolder {

    /** 0 until the chunk is flushed for the first time. */
    private static final int METADATA_AT = 24;

    private static final int STATE_AT = 64;
    private static final int FINISHED = 0;

    /** A file, from its first chunk's start to the end of the last one that is whole. */
    private record Part(Path file, long startNanos, long bytes) {

        static Part of(Path file) throws IOException {
            try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
                long startNanos = 0;
                long end = 0;
                while (end + RecordedTime.HEAD_BYTES <= in.length()) {
                    ByteBuffer head = ByteBuffer.allocate(RecordedTime.HEAD_BYTES);
                    in.seek(end);
                    in.readFully(head.array());
                    long bytes = head.getLong(RecordedTime.SIZE_AT);
                    if (head.getInt(0) != RecordedTime.MAGIC
                            || head.getLong(METADATA_AT) == 0
                            || bytes < RecordedTime.HEAD_BYTES
                            || bytes > in.length() - end) {
                        break;
                    }
                    startNanos = end == 0 ? head.getLong(RecordedTime.START_AT) : startNanos;
                    end += bytes;
                }
                return new Part(file, startNanos, end);
            }
        }

        void writeTo(WritableByteChannel out) throws IOException {
            try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
                for (long at = 0; at < bytes; ) {
                    long sent = in.getChannel().transferTo(at, bytes - at, out);
                    if (sent == 0) {
                        throw new IOException('"' + file.toString() + "\" has become shorter");
                    }
                    at += sent;
                }
            }
        }
    }

    private RecordingFolder() {}

    /**
     * Makes one recording of all files of a folder whose name ends in {@code .jfr}, in the order of their times.
     *
     * @param folder the folder
     * @param recording the file to write
     * @throws IOException if a file cannot be read or written, or none has a chunk that is whole
     */
    public static void assemble(Path folder, Path recording) throws IOException {
        try (OutputStream out = Files.newOutputStream(recording);
                WritableByteChannel channel = Channels.newChannel(out)) {
            List<Part> parts = parts(folder);
            if (parts.isEmpty()) {
                throw new IOException("\"" + folder + "\" has no recording (.jfr)");
            }
            for (Part part : parts) {
                part.writeTo(channel);
            }
        }
        finish(recording);
    }

    /** From JDK 25 on the reader waits for the end of a chunk that says it is being written. */
    private static void finish(Path recording) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(recording.toFile(), "rw")) {
            for (long at = 0; at < file.length(); ) {
                file.seek(at + STATE_AT);
                file.write(FINISHED);
                file.seek(at + RecordedTime.SIZE_AT);
                at += file.readLong();
            }
        }
    }

    private static List<Part> parts(Path folder) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.list(folder)) {
            files = all.filter(file -> file.toString().toLowerCase(Locale.ROOT).endsWith(".jfr"))
                    .toList();
        }
        List<Part> parts = new ArrayList<>();
        for (Path file : files) {
            Part part = Part.of(file);
            if (part.bytes > 0) {
                parts.add(part);
            }
        }
        parts.sort(Comparator.comparingLong(Part::startNanos));
        return parts;
    }
}
