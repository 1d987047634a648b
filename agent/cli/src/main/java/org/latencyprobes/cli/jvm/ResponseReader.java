package org.latencyprobes.cli.jvm;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.Consumer;
import org.latencyprobes.agent.control.Answer;
import org.latencyprobes.agent.control.Request;
import org.latencyprobes.agent.socket.AnswerForm;
import org.latencyprobes.agent.socket.TimedChannel;

/** A reader of what the agent writes to its socket: a head, lines of progress, an answer. For one thread. */
final class ResponseReader {

    private static final int MOST_LINE_BYTES = 1 << 20;
    private static final int MOST_BYTES = 64 << 20;
    private static final String PROGRESS = "progress";

    private final TimedChannel channel;
    private final ByteBuffer bytes = ByteBuffer.allocate(16 << 10).flip();
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();

    ResponseReader(TimedChannel channel) {
        this.channel = channel;
    }

    /** Reads the head. Returns whether the agent has the request and will answer it in the form that was asked for. */
    boolean isConfirmed(Duration timeout) throws IOException {
        String status = line(timeout);
        boolean isInForm = false;
        for (String field = line(timeout); !field.isBlank(); field = line(timeout)) {
            isInForm |= field.equalsIgnoreCase("Content-Type: " + AnswerForm.TEXT + "\r\n");
        }
        return isInForm && status.startsWith("HTTP/1.1 200 ");
    }

    /** Reads the rest; no silence may be longer than this. */
    Answer answer(Duration timeout, Consumer<String> progress) throws IOException {
        StringBuilder text = new StringBuilder();
        for (String next = line(timeout); !next.equals(AnswerForm.END); next = line(timeout)) {
            Request parsed = Request.parse(next);
            if (parsed.command().equals(PROGRESS) && !parsed.arguments().isEmpty()) {
                progress.accept(parsed.arguments().get(0));
            } else {
                text.append(next);
            }
            if (text.length() > MOST_BYTES) {
                throw new IOException("the answer has no end");
            }
        }
        return Answer.parse(text.toString());
    }

    /** With its end. */
    private String line(Duration timeout) throws IOException {
        line.reset();
        for (int next = next(timeout); next != '\n'; next = next(timeout)) {
            line.write(next);
            if (line.size() > MOST_LINE_BYTES) {
                throw new IOException("a line has no end");
            }
        }
        line.write('\n');
        return line.toString(StandardCharsets.UTF_8);
    }

    private int next(Duration timeout) throws IOException {
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
        return bytes.get();
    }
}
