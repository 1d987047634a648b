package org.latencyprobes.agent.select;

import java.util.List;

/**
 * A pattern's text in three parts, for making others of it: classes, methods, and the name and tags of the probes.
 *
 * @param type what stands before the {@code #}
 * @param method what stands behind it, with parameters; empty where there is no {@code #}
 * @param rest what stands behind that, with the blank before it
 */
record PatternParts(String type, String method, String rest) {

    static PatternParts of(String text) {
        int end = 0;
        for (int depth = 0; end < text.length(); end++) {
            char c = text.charAt(end);
            depth += c == '(' ? 1 : c == ')' ? -1 : 0;
            if (depth == 0 && Character.isWhitespace(c)) {
                break;
            }
        }
        int hash = text.indexOf('#');
        boolean methods = hash >= 0 && hash < end;
        return new PatternParts(
                text.substring(0, methods ? hash : end),
                methods ? text.substring(hash + 1, end) : "",
                text.substring(end));
    }

    static String lastName(String type) {
        return type.substring(type.lastIndexOf('.') + 1);
    }

    /** Without parameters. */
    String methodName() {
        int parameters = method.indexOf('(');
        return parameters < 0 ? method : method.substring(0, parameters);
    }

    /** Whether the class is written out. */
    boolean isLiteral() {
        return type.indexOf('*') < 0 && type.indexOf('?') < 0 && !type.contains("..");
    }

    PatternParts withType(String other) {
        return new PatternParts(other, method, rest);
    }

    PatternParts withMethod(String other) {
        return new PatternParts(type, other, rest);
    }

    /** As if the last dot were a {@code #}; null where there is one already, or no dot. */
    PatternParts withLastNameAsMethod() {
        int dot = type.lastIndexOf('.');
        return !method.isEmpty() || dot <= 0 || type.charAt(dot - 1) == '.'
                ? null
                : new PatternParts(type.substring(0, dot), type.substring(dot + 1), rest);
    }

    /** As if the type were a package. */
    String wholePackage() {
        return type + "..*";
    }

    /** Types that may have been meant: nested, in packages below, in whatever package. */
    List<String> otherTypes() {
        int dot = type.lastIndexOf('.');
        String before = dot < 0 ? "" : type.substring(0, dot);
        String last = lastName(type);
        return dot < 0
                ? List.of(".." + type)
                : List.of(before + "$" + last, before + ".." + last, ".." + type, ".." + last);
    }

    @Override
    public String toString() {
        return type + (method.isEmpty() ? "" : '#' + method) + rest;
    }
}
