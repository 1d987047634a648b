package org.latencyprobes.agent.socket;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.AnswerLines;
import org.latencyprobes.agent.protocol.socket.TimedChannel;

/**
 * A writer of the response: its head, at once, so that the client knows that the request has come; lines of progress; the lines of the answer.
 * A file may follow. The last line tells that it is whole. It holds one buffer, however long the answer is. Thread-safe.
 */
final class AnswerWriter {

    private static final int BUFFER_BYTES = 16 << 10;
    private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final TimedChannel channel;
    private final boolean isWithFile;
    private final long waitNanos;
    private ByteBuffer progress = ByteBuffer.allocate(0);
    private final StringBuilder lines = new StringBuilder();
    private long lookNanos = System.nanoTime() - LOOK_NANOS;
    private boolean isRead = true;

    AnswerWriter(TimedChannel channel, boolean isWithFile, long waitNanos) {
        this.channel = channel;
        this.waitNanos = waitNanos;
        this.isWithFile = isWithFile;
    }

    synchronized void begin() throws IOException {
        send("HTTP/1.1 200 OK\r\nContent-Type: " + AnswerLines.MEDIA_TYPE + HttpProblem.SERVER
                + "\r\nConnection: close\r\n\r\n");
    }

    /** Says it if the client has taken what was said before; never waits. Returns false if the client has gone. */
    synchronized boolean progress(String sentence) {
        try {
            if (!progress.hasRemaining()) {
                progress = ByteBuffer.wrap(AnswerLines.progress(sentence).getBytes(StandardCharsets.UTF_8));
            }
            channel.writeNow(progress);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** Whether a client that sends no more still reads. Only to write to it shows that, which is done once a second at most. */
    synchronized boolean isRead() {
        long nanos = System.nanoTime();
        if (isRead && nanos - lookNanos >= LOOK_NANOS) {
            lookNanos = nanos;
            isRead = progress("still at work");
        }
        return isRead;
    }

    /** Each piece may wait for the client for so long. */
    synchronized void end(Answer answer) throws IOException {
        try {
            send(progress);
            AnswerLines.write(answer, lines, this::added);
            sendLines();
            if (isWithFile) {
                sendFile(answer.file());
            }
            send(AnswerLines.end(answer));
        } catch (UncheckedIOException e) {
            throw e.getCause();
        } finally {
            if (answer.file() != null) {
                Files.deleteIfExists(answer.file());
            }
        }
    }

    /** Sends the lines if they are enough. */
    private void added() {
        if (lines.length() > BUFFER_BYTES) {
            try {
                sendLines();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private void sendLines() throws IOException {
        send(lines.toString());
        lines.setLength(0);
    }

    private void sendFile(Path file) throws IOException {
        if (file == null || !Files.exists(file)) {
            return;
        }
        try (FileChannel content = FileChannel.open(file, StandardOpenOption.READ)) {
            long left = content.size();
            send(AnswerLines.file(left));
            ByteBuffer bytes = ByteBuffer.allocate(BUFFER_BYTES);
            while (left > 0 && content.read(bytes.clear()) > 0) {
                left -= bytes.position();
                send(bytes.flip());
            }
            if (left > 0) {
                throw new IOException(file + " has become shorter");
            }
        }
    }

    private void send(String text) throws IOException {
        send(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
    }

    private void send(ByteBuffer bytes) throws IOException {
        channel.write(bytes, System.nanoTime() + waitNanos);
    }
}
