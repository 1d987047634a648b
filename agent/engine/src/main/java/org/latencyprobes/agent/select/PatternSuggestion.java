package org.latencyprobes.agent.select;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.latencyprobes.agent.classfile.ClassOutline;
import org.latencyprobes.agent.pattern.BadPatternException;
import org.latencyprobes.agent.pattern.MethodPattern;
import org.latencyprobes.agent.pattern.NearestName;
import org.latencyprobes.agent.pattern.PatternSource;

/** A suggestion for a pattern that selects nothing: why, and what may have been meant. For one thread. */
public final class PatternSuggestion {

    private static final int MOST_CLASSES_READ = 32;
    private static final int MOST_METHODS_NAMED = 8;
    private static final int SHORTEST_SIMPLE_NAME = 4;
    private static final String LAMBDA = "lambda";
    private static final MethodPattern ANY_METHOD = parsed(new PatternSource("*", "*", ""));

    /** Classes that a pattern was tried on. */
    public interface Classes {

        /**
         * What they are.
         *
         * @return in words, to stand behind "no"
         */
        String kind();

        /**
         * Their names.
         *
         * @return binary names
         */
        Collection<String> names();

        /**
         * Those that implement one of them, as far as that is known.
         *
         * @param className its binary name
         * @return in words that follow the reason why it can't have probes
         */
        default String implementing(String className) {
            return "";
        }

        /**
         * Why the bytes of some can't be had.
         *
         * @return in words
         */
        default String unreadable() {
            return "the bytes of such classes can't be had";
        }

        /**
         * One of them.
         *
         * @param className its binary name
         * @return its class file, or null
         */
        byte[] classFile(String className);
    }

    private final MethodPattern pattern;
    private final PatternSource parts;
    private final Classes classes;
    private final SelectionRules rules;

    private PatternSuggestion(MethodPattern pattern, List<MethodPattern> excludes, Classes classes) {
        this.pattern = pattern;
        this.parts = pattern.source();
        this.classes = classes;
        this.rules = SelectionRules.of(new Selection(List.of(pattern), excludes, List.of(), Integer.MAX_VALUE));
    }

    /**
     * Looks for it.
     *
     * @param pattern one that selects nothing
     * @param excludes patterns of methods that are never probed
     * @param classes what it was tried on
     * @return one sentence, without a full stop
     */
    public static String of(MethodPattern pattern, List<MethodPattern> excludes, Classes classes) {
        return new PatternSuggestion(pattern, excludes, classes).said();
    }

    private String said() {
        List<String> named = those(pattern::matchesType);
        if (named.isEmpty()) {
            return noClass();
        }
        List<String> selected = those(pattern::selectsType);
        return selected.isEmpty()
                ? named.get(0)
                        + " is the JDK's own: it is probed only where the first two parts of its name are written out"
                        + didYouMean(parts.withType(named.get(0)))
                : noMethod(selected);
    }

    private List<String> those(Predicate<String> wanted) {
        return classes.names().stream().filter(wanted).distinct().toList();
    }

    private static String didYouMean(PatternSource meant) {
        return "; " + NearestName.question(meant.toString(), "");
    }

    /** Classes match, but none of their methods does, or those that do can't be probes. */
    private String noMethod(List<String> selected) {
        Set<String> methods = new LinkedHashSet<>();
        for (String className : selected.subList(0, Math.min(MOST_CLASSES_READ, selected.size()))) {
            for (MethodExplanation match : methods(className, pattern)) {
                return className + '#' + match.method() + " cannot be a probe: " + match.reason()
                        + (match.isAbstract() ? classes.implementing(className) : "");
            }
            methods(className, ANY_METHOD).forEach(method -> methods.add(method.method()));
        }
        List<String> made = selected.stream()
                .limit(MOST_CLASSES_READ)
                .filter(className -> classes.classFile(className) == null)
                .toList();
        if (!made.isEmpty() && methods.isEmpty()) {
            return (selected.size() == 1
                            ? made.get(0) + " was"
                            : made.size() + " of " + selected.size() + " classes that match " + parts.type() + " were")
                    + " made at run time: " + classes.unreadable();
        }
        String who = selected.size() == 1
                ? selected.get(0) + " has no method "
                : "none of the " + selected.size() + " classes that match " + parts.type() + " has a method ";
        PatternSource inherited = selected.size() == 1 ? inherited(selected.get(0)) : null;
        return who
                + parts.method()
                + (inherited != null ? " of its own" + didYouMean(inherited) : otherMethod(selected, methods));
    }

    /** The same method of the class or interface that the class has it from; null where none of those that are known has it. */
    private PatternSource inherited(String className) {
        Set<String> known = new HashSet<>(classes.names());
        Deque<String> left = new ArrayDeque<>(List.of(className));
        while (!left.isEmpty()) {
            byte[] classFile = classes.classFile(left.remove());
            List<String> parents =
                    classFile == null ? List.of() : ClassOutline.of(classFile).parents();
            for (String parent : parents) {
                PatternSource ofParent = parts.withType(parent.replace('/', '.'));
                if (known.remove(ofParent.type())) { // looked at once
                    if (!methods(ofParent.type(), parsed(ofParent)).isEmpty()) {
                        return ofParent;
                    }
                    left.add(ofParent.type());
                }
            }
        }
        return null;
    }

    private List<MethodExplanation> methods(String className, MethodPattern which) {
        byte[] classFile = classes.classFile(className);
        try {
            return classFile == null ? List.of() : Explainer.wouldBe(classFile, rules, which, "");
        } catch (RuntimeException | LinkageError malformed) {
            return List.of();
        }
    }

    private String otherMethod(List<String> selected, Set<String> methods) {
        PatternSource lambdas = parts.withMethod(LAMBDA + "$*"); // which only a pattern with a $ selects
        if (parts.methodName().matches(LAMBDA + ".*[*$].*")
                && selected.stream()
                        .limit(MOST_CLASSES_READ)
                        .anyMatch(name -> !methods(name, parsed(lambdas)).isEmpty())) {
            return didYouMean(lambdas);
        }
        Set<String> names = new LinkedHashSet<>();
        for (String method : methods) {
            String name = method.substring(0, method.indexOf('('));
            if (name.equals(parts.methodName())) {
                return didYouMean(parts.withMethod(method));
            }
            names.add(name);
        }
        String nearest = NearestName.to(parts.methodName(), names);
        if (nearest != null) {
            return didYouMean(parts.withMethod(nearest));
        }
        List<String> first = new ArrayList<>(names).subList(0, Math.min(MOST_METHODS_NAMED, names.size()));
        return names.isEmpty()
                ? ""
                : "; it has " + String.join(", ", first) + (names.size() > first.size() ? ", …" : "");
    }

    private String noClass() {
        String why = "no " + classes.kind() + (parts.isLiteral() ? " is called " : " matches ") + parts.type();
        PatternSource dotted = parts.withLastNameAsMethod();
        if (dotted != null && selects(dotted)) {
            return why + "; a dot before the method? " + meant(dotted);
        }
        PatternSource below = parts.withType(parts.wholePackage());
        PatternSource elsewhere = parts.isLiteral() && selects(below) ? below : ofSameName(parts);
        elsewhere = elsewhere == null && dotted != null ? ofSameName(dotted) : elsewhere;
        elsewhere = elsewhere == null ? ofNearName(parts) : elsewhere;
        elsewhere = elsewhere == null && dotted != null ? ofNearName(dotted) : elsewhere;
        boolean mayBeMethod = parts.method().isEmpty()
                && parts.isLiteral()
                && parts.type().indexOf('.') < 0
                && Character.isLowerCase(parts.type().charAt(0));
        return why + (elsewhere != null ? didYouMean(elsewhere) : mayBeMethod ? "; write Class#method" : "");
    }

    /** The same methods of a class in another place, or null. */
    private PatternSource ofSameName(PatternSource written) {
        for (String type : written.otherTypes()) {
            PatternSource other = written.withType(type);
            if (selects(other)) {
                return written.isLiteral() && !type.endsWith("*")
                        ? written.withType(those(parsed(other)::selectsType).get(0))
                        : other;
            }
        }
        return null;
    }

    /** The same methods of a class whose name is much the same, or null. */
    private PatternSource ofNearName(PatternSource written) {
        if (!written.isLiteral()) {
            return null;
        }
        String nearest = NearestName.to(written.type(), classes.names());
        return nearest != null ? written.withType(nearest) : ofNearSimpleName(written);
    }

    private PatternSource ofNearSimpleName(PatternSource written) {
        String simple = PatternSource.lastName(written.type());
        if (simple.length() < SHORTEST_SIMPLE_NAME) {
            return null;
        }
        Set<String> simpleNames = new LinkedHashSet<>();
        classes.names().forEach(name -> simpleNames.add(PatternSource.lastName(name)));
        String nearest = NearestName.to(simple, simpleNames);
        return nearest == null
                ? null
                : written.withType(those(name -> PatternSource.lastName(name).equals(nearest))
                        .get(0));
    }

    private boolean selects(PatternSource other) {
        MethodPattern parsed = parsed(other);
        return parsed != null && classes.names().stream().anyMatch(parsed::selectsType);
    }

    /** Where the class is found: the method there, or what is near to it. */
    private String meant(PatternSource other) {
        PatternSuggestion meant =
                new PatternSuggestion(parsed(other), rules.selection().excludes(), classes);
        return meant.isHit() ? NearestName.question(other.toString(), "") : meant.said();
    }

    private static MethodPattern parsed(PatternSource parts) {
        try {
            return MethodPattern.parse(parts.toString());
        } catch (BadPatternException e) {
            return null;
        }
    }

    private boolean isHit() {
        return those(pattern::selectsType).stream()
                .limit(MOST_CLASSES_READ)
                .flatMap(className -> methods(className, pattern).stream())
                .anyMatch(method -> !method.rule().isEmpty());
    }
}
