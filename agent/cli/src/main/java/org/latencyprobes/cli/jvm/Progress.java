package org.latencyprobes.cli.jvm;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.latencyprobes.agent.control.Answer;
import org.latencyprobes.agent.control.Request;

/** Reads a reply file while the agent writes it. For one thread. */
final class Progress {

    private static final String KIND = "progress";

    private final Path file;
    private final Consumer<String> listener;
    private int read;

    Progress(Path file, Consumer<String> listener) {
        this.file = file;
        this.listener = listener;
    }

    /** Hands on the whole lines that have come; returns whether there were any. */
    boolean read() {
        try {
            return read(text());
        } catch (IOException e) {
            return false; // removed by somebody: the end will tell
        }
    }

    private boolean read(String text) {
        int end = text.lastIndexOf('\n') + 1;
        if (end <= read) {
            return false;
        }
        for (String line : text.substring(read, end).split("\n")) {
            Request parsed = Request.parse(line);
            if (parsed.command().equals(KIND) && !parsed.arguments().isEmpty()) {
                listener.accept(parsed.arguments().get(0));
            }
        }
        read = end;
        return true;
    }

    /** What stands there when the agent is done. */
    Answer answer() throws IOException {
        String text = text();
        read(text);
        return Answer.parse(text);
    }

    private String text() throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    }
}
