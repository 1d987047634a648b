package org.latencyprobes.cli.jvm;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.latencyprobes.agent.control.Answer;
import org.latencyprobes.agent.control.Request;

/** The file that the agent writes its answer to, read while it is being written. For one thread. */
final class ReplyFile {

    private static final String PROGRESS = "progress";

    private final Path file;
    private final Consumer<String> listener;
    private int read;

    ReplyFile(Path file, Consumer<String> listener) {
        this.file = file;
        this.listener = listener;
    }

    /** Passes new whole lines of progress on. Returns whether anything new was there. */
    boolean read() {
        try {
            return read(text());
        } catch (IOException e) {
            return false; // the file was removed: answer() fails then
        }
    }

    private boolean read(String text) {
        int end = text.lastIndexOf('\n') + 1;
        if (end <= read) {
            return false;
        }
        for (String line : text.substring(read, end).split("\n")) {
            Request parsed = Request.parse(line);
            if (parsed.command().equals(PROGRESS) && !parsed.arguments().isEmpty()) {
                listener.accept(parsed.arguments().get(0));
            }
        }
        read = end;
        return true;
    }

    /** The answer, once the agent has finished. */
    Answer answer() throws IOException {
        String text = text();
        read(text);
        return Answer.parse(text);
    }

    private String text() throws IOException {
        return new String(OthersFile.read(file), StandardCharsets.UTF_8);
    }
}
