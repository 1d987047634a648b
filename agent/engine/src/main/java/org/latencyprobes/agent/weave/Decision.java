package org.latencyprobes.agent.weave;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What becomes of one class: its methods that are probes, and those that were meant to be but can't, with the reason.
 *
 * <p>The one place where this is decided, from the class's own bytes.
 */
final class Decision {

    /** A method may have 65,535 slots; the probe needs some for the start, the result and what is thrown. */
    private static final int MOST_LOCALS = 65_500;

    private final Map<String, String[]> probes = new LinkedHashMap<>();
    private final Map<String, String> refused = new LinkedHashMap<>();
    private final Outline outline;

    private Decision(Outline outline) {
        this.outline = outline;
    }

    static Decision on(byte[] classFile) {
        Decision decision = new Decision(Outline.of(classFile));
        for (MethodOutline method : decision.outline.methods()) {
            if (method.isAnnotated() && !method.isBridge()) {
                decision.decide(method);
            }
        }
        return decision;
    }

    private void decide(MethodOutline method) {
        String reason = refusal(method);
        if (reason != null) {
            refused.put(outline.className() + '#' + method.name() + method.descriptor(), reason);
        } else if (!isCountedByDelegate(method)) {
            probes.put(method.name() + method.descriptor(), constants(method));
        }
    }

    private String refusal(MethodOutline method) {
        if (method.isAbstract()) {
            return "it is abstract: mark the methods that implement it";
        }
        if (method.isNative()) {
            return "it is native: there is no bytecode to weave; mark its caller";
        }
        if (!outline.knowsInvokeDynamic()) {
            return "its class file is of version " + outline.version() + ", from before invokedynamic (51, Java 7): "
                    + "compile it for a later Java";
        }
        if (method.maxLocals() > MOST_LOCALS) {
            return "it has " + method.maxLocals() + " slots of local variables, which leaves no room for the probe's";
        }
        return TagRule.violation(method.tags());
    }

    /** Of constructors linked by {@code this(…)} the last probed one records: one new object is one sample. */
    private boolean isCountedByDelegate(MethodOutline constructor) {
        MethodOutline next = delegateOf(constructor);
        return next != null && (next.isAnnotated() || isCountedByDelegate(next));
    }

    private MethodOutline delegateOf(MethodOutline constructor) {
        for (MethodOutline method : outline.methods()) {
            if (method.isConstructor() && method.descriptor().equals(constructor.delegate())) {
                return method;
            }
        }
        return null;
    }

    private String[] constants(MethodOutline method) {
        String[] tags = method.tags();
        String[] constants = new String[tags.length + 1];
        constants[0] = method.probeName().isEmpty() ? standardName(method) : method.probeName();
        System.arraycopy(tags, 0, constants, 1, tags.length);
        return constants;
    }

    private String standardName(MethodOutline method) {
        return outline.simpleName() + '.' + (method.isConstructor() ? "new" : method.name());
    }

    String className() {
        return outline.className();
    }

    boolean hasProbes() {
        return !probes.isEmpty();
    }

    int probeCount() {
        return probes.size();
    }

    /** Name, then tag keys and values in turn, of the probe of a method; null if it is none. */
    String[] probeOf(String nameAndDescriptor) {
        return probes.get(nameAndDescriptor);
    }

    /** Reasons by method. */
    Map<String, String> refused() {
        return refused;
    }

    /** What an annotation's tags must be. */
    private static final class TagRule {

        private TagRule() {}

        static String violation(String... tags) {
            if (tags.length % 2 != 0) {
                return "its tags are not keys and values in turn, but " + tags.length + " texts: " + List.of(tags);
            }
            for (int i = 0; i < tags.length; i += 2) {
                if (tags[i].isEmpty()) {
                    return "a tag key of it is empty";
                }
                for (int j = 0; j < i; j += 2) {
                    if (tags[i].equals(tags[j])) {
                        return "its tag key \"" + tags[i] + "\" is repeated";
                    }
                }
            }
            return null;
        }
    }
}
