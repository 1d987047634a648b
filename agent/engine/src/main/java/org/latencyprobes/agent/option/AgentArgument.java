package org.latencyprobes.agent.option;

import java.util.ArrayList;
import java.util.List;

/**
 * The parts of the agent argument: options {@code name=value} with commas between. A comma between double quotes does not end an option.
 * For one thread, as a rule the JVM's first.
 */
final class AgentArgument {

    private final String text;

    /** Where each part begins and ends. */
    private final List<int[]> parts = new ArrayList<>();

    AgentArgument(String text) {
        this.text = text;
        boolean quoted = false;
        int start = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"') {
                quoted = !quoted;
            } else if (c == ',' && !quoted) {
                addUnlessBlank(start, i);
                start = i + 1;
            }
        }
        addUnlessBlank(start, text.length());
    }

    private void addUnlessBlank(int start, int end) {
        if (!text.substring(start, end).isBlank()) {
            parts.add(new int[] {start, end});
        }
    }

    int size() {
        return parts.size();
    }

    /** What stands before the first equals sign. */
    String key(int part) {
        String whole = whole(part);
        int equals = whole.indexOf('=');
        return (equals < 0 ? whole : whole.substring(0, equals)).strip();
    }

    private boolean hasValue(int part) {
        return whole(part).indexOf('=') >= 0;
    }

    /** What stands behind it, without double quotes; empty where there is none. */
    String value(int part) {
        String whole = whole(part);
        int equals = whole.indexOf('=');
        return equals < 0 ? "" : whole.substring(equals + 1);
    }

    private String whole(int part) {
        return raw(part, part).replace("\"", "");
    }

    /** Parts as they were written, with the commas between them. */
    String raw(int from, int to) {
        return text.substring(parts.get(from)[0], parts.get(to)[1]);
    }

    /** Where the comma behind a part is, from the beginning of {@link #raw}. */
    int commaBehind(int part) {
        return parts.get(part)[1] - parts.get(part)[0];
    }

    /** Whether a part is an option, be it misspelt, and not the rest of a value that holds a comma. */
    boolean isOption(int part, String former) {
        String key = key(part);
        if (Sources.option(key) != null) {
            return true;
        }
        boolean valued = hasValue(part) && !former.equals(Option.TAGS.key()); // whose values look like options
        return isName(key) && (valued || OptionErrors.nearest(key) != null);
    }

    private static boolean isName(String key) {
        for (int i = 0; i < key.length(); i++) {
            char c = key.charAt(i);
            if (!Character.isLetterOrDigit(c) && c != '.' && c != '-' && c != '_') {
                return false;
            }
        }
        return true;
    }
}
