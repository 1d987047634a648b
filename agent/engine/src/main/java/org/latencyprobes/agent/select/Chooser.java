package org.latencyprobes.agent.select;

import java.util.HashMap;
import java.util.Map;

/**
 * Chooses, for the methods of one class, the rule that selects each: an annotation on the method, on the class, handed down by a parent, then
 * the patterns; exclusions before all. Not thread-safe.
 */
final class Chooser {

    private static final String UNSELECTED = "no annotation and no pattern selects it";

    private final Outline outline;
    private final Rulebook rules;
    private final Mark classMark;
    private final Map<String, Mark> inherited;
    private final Map<String, Mark> handedDown;

    Chooser(Outline outline, Rulebook rules) {
        this.outline = outline;
        this.rules = rules;
        this.classMark = rules.markers().strongest(outline.annotations(), true);
        this.inherited = withBridged(rules.lineage().from(outline.parents()));
        this.handedDown = new HashMap<>(inherited);
    }

    /** A bridge has the parent's descriptor; the method to probe is the one it leads to. */
    private Map<String, Mark> withBridged(Map<String, Mark> fromParents) {
        for (MethodOutline method : outline.methods()) {
            Mark mark = method.bridged() == null ? null : fromParents.get(method.key());
            if (mark != null) {
                fromParents.putIfAbsent(method.bridged(), mark);
            }
        }
        return fromParents;
    }

    Choice choose(MethodOutline method) {
        MethodPattern exclusion = excluding(method);
        if (exclusion != null) {
            return Choice.excludedBy(exclusion);
        }
        Mark mark = markOf(method);
        if (mark != null && !mark.ignore()) {
            return Choice.by(mark, own(method) != null);
        }
        Choice choice = byPattern(method);
        if (choice != null) {
            return choice;
        }
        return Choice.none(mark == null ? nearMiss(method) : "it is opted out by " + mark.rule() + ", ignore = true");
    }

    private MethodPattern excluding(MethodOutline method) {
        for (MethodPattern pattern : rules.selection().excludes()) {
            if (pattern.matchesType(outline.className()) && matches(pattern, method)) {
                return pattern;
            }
        }
        return null;
    }

    /** The first pattern that takes it; else, of an accessor, the first that leaves it out. */
    private Choice byPattern(MethodOutline method) {
        Choice leftOut = null;
        for (MethodPattern pattern : rules.selection().probes()) {
            if (pattern.selectsType(outline.className()) && matches(pattern, method)) {
                if (pattern.takesAccessors() || !outline.isTrivial(method)) {
                    return Choice.by(pattern, outline.className(), method);
                }
                leftOut = leftOut == null ? Choice.leftOutBy(pattern) : leftOut;
            }
        }
        return leftOut;
    }

    private static boolean matches(MethodPattern pattern, MethodOutline method) {
        return pattern.matchesMethod(method.name(), method.descriptor(), method.isSynthetic());
    }

    private Mark markOf(MethodOutline method) {
        Mark own = own(method);
        Mark declared = own != null ? own : ofClass(method);
        if (declared != null) {
            handDown(method, declared);
            return declared;
        }
        return method.isOverridable() ? inherited.get(method.key()) : null;
    }

    private Mark own(MethodOutline method) {
        return rules.markers().strongest(method.annotations(), false);
    }

    private Mark ofClass(MethodOutline method) {
        if (classMark == null) {
            return null;
        }
        if (classMark.ignore()) {
            return classMark.withRule(classMark.rule() + " on the class");
        }
        return whyNotOfClass(method) == null
                ? classMark.withRule(classMark.rule() + " on the class").onMethod(method.name())
                : null;
    }

    private String whyNotOfClass(MethodOutline method) {
        if (method.isConstructor()) {
            return "the class is marked, but that does not mark constructors";
        }
        if (!method.isPublic() || method.isSynthetic()) {
            return "the class is marked, but only its public methods count";
        }
        if (outline.isEnum() && (method.name().equals("values") || method.name().equals("valueOf"))) {
            return "the class is marked, but the compiler made this method";
        }
        for (String glob : classMark.exclude()) {
            if (NameGlob.of(glob).matches(method.name())) {
                return "the class is marked, but excludes \"" + glob + '"';
            }
        }
        return null;
    }

    private String nearMiss(MethodOutline method) {
        String reason = classMark == null ? null : whyNotOfClass(method);
        return reason == null ? UNSELECTED : reason;
    }

    private void handDown(MethodOutline method, Mark mark) {
        if (method.isOverridable() && !mark.ignore()) {
            handedDown.put(method.key(), mark.withRule(mark.rule() + ", inherited from " + outline.className()));
        }
    }

    /** What subclasses and implementing classes inherit, once every method has been chosen. */
    Map<String, Mark> handedDown() {
        return handedDown;
    }
}
