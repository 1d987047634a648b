package org.latencyprobes.agent.socket;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.latencyprobes.agent.control.Answer;
import org.latencyprobes.agent.control.ExitCode;
import org.latencyprobes.agent.control.Request;

/**
 * A writer of the response: its head, at once, so that the client knows that the request has come; lines of progress; the lines of the answer.
 * The last line tells that it is whole. It holds one buffer of lines, however long the answer is. Thread-safe.
 */
final class AnswerWriter {

    private static final int BUFFER_BYTES = 16 << 10;
    private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final TimedChannel channel;
    private final boolean isText;
    private final long waitNanos;
    private final int mostMegabytes;
    private ByteBuffer progress = ByteBuffer.allocate(0);
    private final StringBuilder lines = new StringBuilder();
    /** How long the lines were before the last one. */
    private int length;

    private long writtenBytes;
    private long deadlineNanos;
    private long lookNanos = System.nanoTime() - LOOK_NANOS;
    private boolean isRead = true;

    AnswerWriter(TimedChannel channel, boolean isText, long waitNanos, int mostMegabytes) {
        this.channel = channel;
        this.waitNanos = waitNanos;
        this.mostMegabytes = mostMegabytes;
        this.isText = isText;
    }

    synchronized void begin() throws IOException {
        deadlineNanos = System.nanoTime() + waitNanos;
        send("HTTP/1.1 200 OK\r\nContent-Type: " + (isText ? AnswerForm.TEXT : AnswerForm.JSON)
                + "\r\nConnection: close\r\n\r\n");
    }

    /** Says it if the client has taken what was said before; never waits. Returns false if the client has gone. */
    synchronized boolean progress(String sentence) {
        try {
            if (!progress.hasRemaining()) {
                String line = isText
                        ? new Request("progress", List.of(sentence)).text()
                        : JsonLines.line("progress", sentence);
                progress = ByteBuffer.wrap(line.getBytes(StandardCharsets.UTF_8));
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

    synchronized void end(Answer answer) throws IOException {
        deadlineNanos = System.nanoTime() + waitNanos;
        channel.write(progress, deadlineNanos);
        try {
            write(answer);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        if (isTooMuch()) {
            write(Answer.failed(ExitCode.FAILED, "the answer is cut at " + mostMegabytes + " MB: ask for less"));
        }
        send(lines + (isText ? AnswerForm.END : ""));
    }

    private void write(Answer answer) {
        writtenBytes = 0;
        if (isText) {
            answer.lines(lines, this::added);
        } else {
            JsonLines.write(answer, lines, this::added);
        }
    }

    /** Takes back the line that has been added, if it is too much, and sends the lines if they are enough. */
    private void added() {
        if (isTooMuch()) {
            lines.setLength(length);
            return;
        }
        writtenBytes += lines.length() - length;
        if (lines.length() > BUFFER_BYTES) {
            try {
                send(lines.toString());
                lines.setLength(0);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        length = lines.length();
    }

    private boolean isTooMuch() {
        return writtenBytes > (long) mostMegabytes << 20;
    }

    private void send(String text) throws IOException {
        channel.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)), deadlineNanos);
    }
}
