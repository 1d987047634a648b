package org.latencyprobes.cli.jvm;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.AnswerLines;
import org.latencyprobes.agent.protocol.Request;
import org.latencyprobes.agent.protocol.socket.TimedChannel;

/** A reader of what the agent writes to its socket: a head, lines of progress, an answer, maybe a file. For one thread. */
final class ResponseReader {

    private static final int MOST_LINE_BYTES = 1 << 20;
    private static final int MOST_BYTES = 256 << 20;

    /** Several times what a recording of the agent's may take. */
    private static final long MOST_FILE_BYTES = 4L << 30;

    /** What a value takes at most, in a list or a map, with its name. */
    private static final int VALUE_BYTES = 150;

    private final TimedChannel channel;
    private final long mostHeapBytes;
    private final long mostBytes;
    private final ByteBuffer bytes = ByteBuffer.allocate(16 << 10).flip();
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();

    /** In the last line, which has no more values than that and a few. */
    private long commas;

    /** Of answers that fit into this command's memory, beside what is made of them. */
    ResponseReader(TimedChannel channel) {
        this(channel, Runtime.getRuntime().maxMemory() / 2, MOST_BYTES);
    }

    ResponseReader(TimedChannel channel, long mostHeapBytes, long mostBytes) {
        this.channel = channel;
        this.mostHeapBytes = mostHeapBytes;
        this.mostBytes = mostBytes;
    }

    /**
     * Reads the head. Returns null if the agent has the request and will answer it in a form that is known, else why not.
     *
     * @param form how the media type begins
     */
    String refusal(Duration timeout, String form) throws IOException {
        String status = line(timeout);
        boolean isInForm = false;
        int read = 0;
        for (String field = line(timeout); !field.isBlank(); field = line(timeout)) {
            read += field.length();
            if (read > MOST_LINE_BYTES) {
                throw new IOException("the head has no end");
            }
            isInForm |= field.startsWith("Content-Type: " + form);
        }
        if (status.startsWith("HTTP/1.1 200 ") && isInForm) {
            return null;
        }
        return status.startsWith("HTTP/1.1 ")
                ? refusal(status.strip(), line(timeout))
                : "who answers is no agent: " + status.strip();
    }

    /** What the body says, which is an answer. */
    private static String refusal(String status, String line) {
        try {
            AnswerLines lines = new AnswerLines(new Request.Hello()); // of which no table is read
            lines.read(line);
            return lines.answer().sentences().get(0);
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            return status;
        }
    }

    /**
     * Reads the rest; no silence may be longer than this.
     *
     * @param asked what is answered
     * @param file gets what comes behind the answer; null to drop it
     * @throws UnreachableException if the answer takes too much memory
     */
    Answer answer(Request asked, Duration timeout, Consumer<String> progress, Path file)
            throws IOException, UnreachableException {
        AnswerLines lines = new AnswerLines(asked);
        long heapBytes = 0;
        long read = 0;
        long fileBytes = 0;
        while (!lines.isWhole()) {
            String next = line(timeout);
            read += next.length();
            if (read > mostBytes) {
                throw new IOException("the answer has no end");
            }
            heapBytes += next.length() + VALUE_BYTES * commas;
            if (heapBytes > mostHeapBytes) {
                throw new UnreachableException(
                        "the answer is too large for the memory of this command; give it more with java -Xmx");
            }
            lines.read(next);
            if (lines.progress() != null) {
                progress.accept(lines.progress());
            }
            if (lines.fileBytes() >= 0) {
                if (lines.fileBytes() > MOST_FILE_BYTES - fileBytes) {
                    throw new IOException("the file behind it is too long");
                }
                fileBytes += lines.fileBytes();
                copy(lines.fileBytes(), file, timeout);
            }
        }
        return lines.answer();
    }

    private void copy(long length, Path file, Duration timeout) throws IOException {
        try (OutputStream copy = file == null ? OutputStream.nullOutputStream() : Files.newOutputStream(file)) {
            long left = length;
            while (left > 0) {
                await(timeout);
                int size = (int) Math.min(left, bytes.remaining());
                copy.write(bytes.array(), bytes.position(), size);
                bytes.position(bytes.position() + size);
                left -= size;
            }
        }
    }

    /** With its end. */
    private String line(Duration timeout) throws IOException {
        line.reset();
        commas = 0;
        for (int next = next(timeout); next != '\n'; next = next(timeout)) {
            line.write(next);
            commas += next == ',' ? 1 : 0;
            if (line.size() > MOST_LINE_BYTES) {
                throw new IOException("a line has no end");
            }
        }
        line.write('\n');
        return line.toString(StandardCharsets.UTF_8);
    }

    private int next(Duration timeout) throws IOException {
        await(timeout);
        return bytes.get();
    }

    private void await(Duration timeout) throws IOException {
        if (!bytes.hasRemaining()) {
            bytes.clear();
            try {
                if (channel.read(bytes, System.nanoTime() + timeout.toNanos()) < 0) {
                    throw new EOFException("it was cut short");
                }
            } finally {
                bytes.flip();
            }
        }
    }
}
