package org.latencyprobes.agent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

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
            Files.writeString(
                    Path.of(target),
                    text,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.WRITE,
                    begun ? StandardOpenOption.APPEND : StandardOpenOption.TRUNCATE_EXISTING);
            begun = true;
        } catch (IOException | RuntimeException e) {
            Log.say("report cannot be written to \"" + target + "\" (" + Log.describe(e) + "), so it goes here");
            System.err.print(text);
        }
    }
}
