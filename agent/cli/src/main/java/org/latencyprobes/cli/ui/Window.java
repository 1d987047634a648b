package org.latencyprobes.cli.ui;

import java.util.Arrays;
import java.util.stream.Collectors;

/** The time whose samples a page shows, up to now. */
enum Window {
    TEN_SECONDS("10s", 10),
    MINUTE("1m", 60),
    ALL("all", 0);

    private final String label;
    private final int seconds;

    Window(String label, int seconds) {
        this.label = label;
        this.seconds = seconds;
    }

    /** Its length in s; 0 for the time since the start. */
    int seconds() {
        return seconds;
    }

    /** The window of that name; the last minute for no name, and null where no window has it. */
    static Window named(String label) {
        return label == null
                ? MINUTE
                : Arrays.stream(values())
                        .filter(window -> window.label.equals(label))
                        .findFirst()
                        .orElse(null);
    }

    /** All names. */
    static String names() {
        return Arrays.stream(values()).map(window -> window.label).collect(Collectors.joining(", "));
    }
}
