package org.latencyprobes.agent.pattern;

import java.util.ArrayList;
import java.util.List;

/** A text with placeholders for what is known of a method. Immutable. */
final class Template {

    /** A piece of text that may depend on the method. */
    interface Part {

        String of(String className, String method, String descriptor);
    }

    /** A text that stands as it is. */
    private record Literal(String text) implements Part {

        @Override
        public String of(String className, String method, String descriptor) {
            return text;
        }
    }

    private final Part[] parts;

    private Template(List<Part> parts) {
        this.parts = parts.toArray(new Part[0]);
    }

    /** Whether it is never anything but the empty text. */
    boolean isEmpty() {
        return parts.length == 0;
    }

    String fill(String className, String method, String descriptor) {
        StringBuilder filled = new StringBuilder();
        for (Part part : parts) {
            filled.append(part.of(className, method, descriptor));
        }
        return filled.toString();
    }

    /** A builder of a template from left to right. */
    static final class Builder {

        private final List<Part> parts = new ArrayList<>();
        private final StringBuilder literal = new StringBuilder();

        void add(char c) {
            literal.append(c);
        }

        void add(Placeholder placeholder) {
            endLiteral();
            parts.add(placeholder);
        }

        private void endLiteral() {
            if (literal.length() > 0) {
                parts.add(new Literal(literal.toString()));
                literal.setLength(0);
            }
        }

        boolean isEmpty() {
            return parts.isEmpty() && literal.length() == 0;
        }

        Template build() {
            endLiteral();
            return new Template(parts);
        }
    }
}
