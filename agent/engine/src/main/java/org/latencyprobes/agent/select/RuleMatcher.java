package org.latencyprobes.agent.select;

import java.util.HashMap;
import java.util.Map;
import org.latencyprobes.agent.classfile.ClassOutline;
import org.latencyprobes.agent.classfile.MethodOutline;
import org.latencyprobes.agent.pattern.MethodPattern;
import org.latencyprobes.agent.pattern.NameGlob;

/**
 * Chooses, for the methods of one class, the rule that selects each: an annotation on the method, on the class, handed down by a parent, then
 * the patterns; exclusions before all. Not thread-safe.
 */
final class RuleMatcher {

    private static final String UNSELECTED = "no annotation and no pattern selects it";

    private final ClassOutline outline;
    private final SelectionRules rules;
    private final ProbeAnnotation classMark;
    private final Map<String, ProbeAnnotation> inherited;
    private final Map<String, ProbeAnnotation> inheritable;

    RuleMatcher(ClassOutline outline, SelectionRules rules) {
        this.outline = outline;
        this.rules = rules;
        this.classMark = rules.markers().strongest(outline.annotations(), true);
        this.inherited = withBridged(rules.inherited().from(outline.parents()));
        this.inheritable = new HashMap<>(inherited);
    }

    /** A bridge has the parent's descriptor; the method to probe is the one it leads to. */
    private Map<String, ProbeAnnotation> withBridged(Map<String, ProbeAnnotation> fromParents) {
        for (MethodOutline method : outline.methods()) {
            ProbeAnnotation mark = method.bridged() == null ? null : fromParents.get(method.key());
            if (mark != null) {
                fromParents.putIfAbsent(method.bridged(), mark);
            }
        }
        return fromParents;
    }

    RuleMatch choose(MethodOutline method) {
        MethodPattern exclusion = excluding(method);
        if (exclusion != null) {
            return RuleMatch.excludedBy(exclusion);
        }
        ProbeAnnotation mark = markOf(method);
        if (mark != null && !mark.ignore()) {
            return RuleMatch.by(mark, own(method) != null);
        }
        RuleMatch choice = byPattern(method);
        if (choice != null) {
            return choice;
        }
        return RuleMatch.none(
                mark == null ? nearMiss(method) : "it is opted out by " + mark.rule() + ", ignore = true");
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
    private RuleMatch byPattern(MethodOutline method) {
        RuleMatch leftOut = null;
        for (MethodPattern pattern : rules.selection().probes()) {
            if (pattern.selectsType(outline.className()) && matches(pattern, method)) {
                if (pattern.takesAccessors() || !outline.isTrivial(method)) {
                    return RuleMatch.by(pattern, outline.className(), method);
                }
                leftOut = leftOut == null ? RuleMatch.leftOutBy(pattern) : leftOut;
            }
        }
        return leftOut;
    }

    private static boolean matches(MethodPattern pattern, MethodOutline method) {
        return pattern.matchesMethod(method.name(), method.descriptor(), method.isSynthetic());
    }

    private ProbeAnnotation markOf(MethodOutline method) {
        ProbeAnnotation own = own(method);
        ProbeAnnotation declared = own != null ? own : ofClass(method);
        if (declared != null) {
            addInheritable(method, declared);
            return declared;
        }
        return method.isOverridable() ? inherited.get(method.key()) : null;
    }

    private ProbeAnnotation own(MethodOutline method) {
        return rules.markers().strongest(method.annotations(), false);
    }

    private ProbeAnnotation ofClass(MethodOutline method) {
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

    private void addInheritable(MethodOutline method, ProbeAnnotation mark) {
        if (method.isOverridable() && !mark.ignore()) {
            inheritable.put(method.key(), mark.withRule(mark.rule() + ", inherited from " + outline.className()));
        }
    }

    /** What subclasses and implementing classes inherit, once every method has been chosen. */
    Map<String, ProbeAnnotation> inheritable() {
        return inheritable;
    }
}
