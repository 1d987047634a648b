package org.latencyprobes.agent.select;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import org.latencyprobes.agent.classfile.PrintedName;
import org.latencyprobes.agent.pattern.BadPatternException;
import org.latencyprobes.agent.pattern.MethodPattern;
import org.latencyprobes.agent.pattern.PatternSource;

/**
 * A pattern as a command takes it: also a name as tables print it, such as {@code Server.OrderController.place}, where one class has it and no
 * class is called so.
 *
 * @param pattern of the class by its binary name; as it was written where it is no such name; null where several classes have it
 * @param remark how a printed name was read; empty where there was nothing to read
 */
public record PrintedPattern(MethodPattern pattern, String remark) {

    private static final int MOST_NAMED = 3;

    /** Gives names of classes. */
    @FunctionalInterface
    public interface Classes {

        /**
         * What they are called.
         *
         * @return binary names
         */
        Collection<String> names();
    }

    /**
     * Reads it.
     *
     * @param written as a user wrote it
     * @param classes asked for their names where the class is written out
     * @return with the class that is meant
     */
    public static PrintedPattern of(MethodPattern written, Classes classes) {
        PatternSource parts = written.source();
        if (!parts.isLiteral()) {
            return new PrintedPattern(written, "");
        }
        Collection<String> names = classes.names();
        if (names.stream().anyMatch(written::matchesType)) {
            return new PrintedPattern(written, "");
        }
        List<String> meant = meant(parts, names);
        PatternSource dotted = parts.withLastNameAsMethod();
        if (meant.isEmpty() && dotted != null) {
            meant = meant(dotted, names);
        }
        return of(written, meant);
    }

    private static PrintedPattern of(MethodPattern written, List<String> meant) {
        if (meant.size() > 1) {
            String some = meant.stream().limit(MOST_NAMED).collect(Collectors.joining(", "));
            return new PrintedPattern(
                    null, written + " may be any of " + some + (meant.size() > MOST_NAMED ? " …" : "") + ": say which");
        }
        try {
            return meant.isEmpty()
                    ? new PrintedPattern(written, "")
                    : new PrintedPattern(MethodPattern.parse(meant.get(0)), written + " is read as " + meant.get(0));
        } catch (BadPatternException unusualName) {
            return new PrintedPattern(written, "");
        }
    }

    /** The patterns with the names of the classes that are printed so, with their package or without. */
    private static List<String> meant(PatternSource parts, Collection<String> names) {
        List<String> meant = new ArrayList<>();
        for (String name : names) {
            String printed = PrintedName.of(name);
            if (parts.type().endsWith(printed)
                    && (parts.type().length() == printed.length()
                            || parts.type().equals(name.substring(0, name.lastIndexOf('.') + 1) + printed))) {
                meant.add(parts.withType(name).toString());
            }
        }
        return meant;
    }
}
