package org.latencyprobes.agent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.latencyprobes.sink.OwnerOnly;

/** Where reports go: standard error, standard output, a file begun anew, or nowhere. For one thread. */
final class Output {

    private final String target;
    private boolean begun;

    Output(String target) {
        this.target = target;
    }

    boolean isOff() {
        return target.equals("off");
    }

    void print(String text) {
        switch (target) {
            case "off" -> {}
            case "stderr" -> System.err.print(text);
            case "stdout" -> System.out.print(text);
            default -> append(text);
        }
    }

    private void append(String text) {
        try {
            Path file = Path.of(target);
            if (!begun) {
                begin(file);
            }
            Files.writeString(file, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException | RuntimeException e) {
            Log.say("report cannot be written to \"" + target + "\" (" + Log.describe(e) + "), so it goes here");
            System.err.print(text);
        }
    }

    /** Anew, for the owner only; what is not a plain file, such as a terminal or a pipe, is written to as it is. */
    private void begin(Path file) throws IOException {
        if (Files.isRegularFile(file)) {
            Files.delete(file);
        }
        if (Files.notExists(file)) {
            Files.createFile(file, OwnerOnly.file());
        }
        begun = true;
    }
}
