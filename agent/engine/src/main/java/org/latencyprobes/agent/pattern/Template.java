package org.latencyprobes.agent.pattern;

import java.util.ArrayList;
import java.util.List;

/** A text with placeholders for what is known of a method, made from left to right. */
final class Template {

    /** Each a character or a {@link Placeholder}. */
    private final List<Object> parts = new ArrayList<>();

    void add(Object part) {
        parts.add(part);
    }

    /** Whether it is never anything but the empty text. */
    boolean isEmpty() {
        return parts.isEmpty();
    }

    String fill(String className, String method, String descriptor) {
        StringBuilder filled = new StringBuilder();
        for (Object part : parts) {
            filled.append(part instanceof Placeholder known ? known.of(className, method, descriptor) : part);
        }
        return filled.toString();
    }
}
