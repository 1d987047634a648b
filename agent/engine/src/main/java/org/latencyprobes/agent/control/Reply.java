package org.latencyprobes.agent.control;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.latencyprobes.agent.base.Progress;

/**
 * The file in which somebody waits for an answer: lines {@code progress <sentence>} while the agent works, then the answer. If it cannot be
 * written, only the reader is affected. Thread-safe.
 */
public final class Reply implements Progress {

    private final Path file;
    private boolean broken;

    /**
     * Opens nothing yet.
     *
     * @param path of a file that exists; null where nobody waits
     */
    public Reply(String path) {
        file = path == null ? null : pathOrNull(path);
    }

    private static Path pathOrNull(String path) {
        try {
            return Path.of(path);
        } catch (IllegalArgumentException noPath) {
            return null;
        }
    }

    /**
     * Tells how far the work is.
     *
     * @param sentence for people
     */
    @Override
    public void accept(String sentence) {
        append(Cells.line(List.of("progress", sentence)));
    }

    /** Who waits keeps the file and removes it when leaving, also when interrupted. */
    @Override
    public boolean isAwaited() {
        return file == null || Files.exists(file);
    }

    /**
     * Gives the answer.
     *
     * @param answer what came of it
     * @return its text
     */
    public String end(Answer answer) {
        String text = answer.text();
        append(text);
        return text;
    }

    private synchronized void append(String text) {
        if (file == null || broken) {
            return;
        }
        try {
            Files.writeString(file, text, StandardOpenOption.APPEND);
        } catch (IOException | RuntimeException e) {
            broken = true;
        }
    }
}
