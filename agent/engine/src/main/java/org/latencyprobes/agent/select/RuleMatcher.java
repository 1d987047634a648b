package org.latencyprobes.agent.select;

import java.util.HashMap;
import java.util.Map;
import org.latencyprobes.agent.classfile.ClassOutline;
import org.latencyprobes.agent.classfile.MethodOutline;
import org.latencyprobes.agent.pattern.MethodPattern;
import org.latencyprobes.agent.pattern.NameGlob;
import org.latencyprobes.agent.select.annotation.InheritedAnnotations;
import org.latencyprobes.agent.select.annotation.ProbeAnnotation;

/**
 * The matcher of the methods of one class with the rules. Exclusions come first, then annotations: on the method, on the class, inherited
 * from a parent. Patterns come last. Not thread-safe.
 */
final class RuleMatcher {

    private static final String UNSELECTED = "no annotation and no pattern selects it";

    private final ClassOutline outline;
    private final SelectionRules rules;
    private final boolean generated;
    private final ProbeAnnotation classAnnotation;
    private final Map<String, ProbeAnnotation> inherited;
    private final Map<String, ProbeAnnotation> inheritable;
    private final Map<String, ProbeAnnotation> left;

    RuleMatcher(ClassOutline outline, SelectionRules rules) {
        this.outline = outline;
        this.rules = rules;
        this.generated = outline.isGenerated();
        this.classAnnotation = rules.annotations().strongest(outline.annotations(), true);
        this.inherited = withBridged(rules.inherited().from(outline.parents()));
        this.inheritable = new HashMap<>(inherited);
        this.left = rules.inherited().leftTo(outline.internalName());
    }

    /** A bridge has the parent's descriptor; the method to probe is the one it leads to. */
    private Map<String, ProbeAnnotation> withBridged(Map<String, ProbeAnnotation> fromParents) {
        for (MethodOutline method : outline.methods()) {
            ProbeAnnotation annotation = fromParents.get(method.key());
            String bridged = annotation == null ? null : outline.bridged(method);
            if (bridged != null) {
                fromParents.putIfAbsent(bridged, annotation);
            }
        }
        return fromParents;
    }

    RuleMatch match(MethodOutline method) {
        MethodPattern exclusion = excluding(method);
        if (exclusion != null) {
            return RuleMatch.excludedBy(exclusion);
        }
        ProbeAnnotation annotation = annotationOf(method);
        boolean isMarked = annotation != null && !annotation.ignore();
        if (isMarked && !generated) {
            return RuleMatch.by(annotation, own(method) != null);
        }
        RuleMatch match = byPattern(method);
        if (match != null) {
            return match;
        }
        if (isMarked) {
            return RuleMatch.leftOutBy(annotation.rule(), RuleMatch.OF_GENERATED_CLASS);
        }
        return RuleMatch.none(
                annotation == null
                        ? whyUnselected(method)
                        : "it is opted out by " + annotation.rule() + ", ignore = true");
    }

    private MethodPattern excluding(MethodOutline method) {
        for (MethodPattern pattern : rules.selection().excludes()) {
            if (pattern.matchesType(outline.className()) && matches(pattern, method)) {
                return pattern;
            }
        }
        return null;
    }

    /** The first pattern that takes it; else, of an accessor or in a generated class, the first that leaves it out. */
    private RuleMatch byPattern(MethodOutline method) {
        RuleMatch leftOut = null;
        for (MethodPattern pattern : rules.selection().probes()) {
            if (pattern.selectsType(outline.className()) && matches(pattern, method)) {
                String reason = whyLeftOut(pattern, method);
                if (reason == null) {
                    return RuleMatch.by(pattern, outline.className(), method);
                }
                leftOut = leftOut == null ? RuleMatch.leftOutBy(pattern.rule(), reason) : leftOut;
            }
        }
        return leftOut;
    }

    /** Null where the pattern takes the method that it matches. */
    private String whyLeftOut(MethodPattern pattern, MethodOutline method) {
        if (!pattern.takesGenerated() && (generated || method.isGenerated())) {
            return generated ? RuleMatch.OF_GENERATED_CLASS : RuleMatch.GENERATED;
        }
        return pattern.takesAccessors() || !method.isTrivial() ? null : RuleMatch.TRIVIAL;
    }

    private static boolean matches(MethodPattern pattern, MethodOutline method) {
        return pattern.matchesMethod(method.name(), method.descriptor(), method.isSynthetic());
    }

    private ProbeAnnotation annotationOf(MethodOutline method) {
        ProbeAnnotation own = own(method);
        ProbeAnnotation declared = own != null ? own : ofClass(method);
        if (declared != null) {
            addInheritable(method, declared);
            return declared;
        }
        return inherited(method);
    }

    private ProbeAnnotation inherited(MethodOutline method) {
        if (!method.canOverride()) {
            return null;
        }
        ProbeAnnotation fromParents = inherited.get(method.key());
        return fromParents == null && method.isPublic() ? left.get(method.key()) : fromParents;
    }

    private ProbeAnnotation own(MethodOutline method) {
        return rules.annotations().strongest(method.annotations(), false);
    }

    private ProbeAnnotation ofClass(MethodOutline method) {
        if (classAnnotation == null) {
            return null;
        }
        if (classAnnotation.ignore()) {
            return classAnnotation.withRule(classAnnotation.rule() + " on the class");
        }
        return whyNotOfClass(method) == null
                ? classAnnotation
                        .withRule(classAnnotation.rule() + " on the class")
                        .onMethod(method.name())
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
        for (String glob : classAnnotation.exclude()) {
            if (NameGlob.of(glob).matches(method.name())) {
                return "the class is marked, but excludes \"" + glob + '"';
            }
        }
        return null;
    }

    private String whyUnselected(MethodOutline method) {
        String reason = classAnnotation == null ? null : whyNotOfClass(method);
        return reason == null ? UNSELECTED : reason;
    }

    private void addInheritable(MethodOutline method, ProbeAnnotation annotation) {
        if (method.isOverridable() && !annotation.ignore()) {
            inheritable.put(
                    method.key(),
                    annotation.withRule(annotation.rule() + MethodExplanation.INHERITED + outline.className()));
        }
    }

    /**
     * Once every method has been matched: tells what subtypes inherit, and the superclass. Returns whether there is anything that was not
     * known before.
     */
    boolean learn() {
        InheritedAnnotations all = rules.inherited();
        all.saw(outline.internalName(), left.keySet());
        boolean isNew = all.learn(outline.internalName(), inheritable);
        return inherited.isEmpty() && left.isEmpty()
                ? isNew
                : all.leave(outline.parents().get(0), withoutOwn()) | isNew;
    }

    /** What is inherited for methods that the class doesn't have itself. */
    private Map<String, ProbeAnnotation> withoutOwn() {
        Map<String, ProbeAnnotation> missing = new HashMap<>(left);
        missing.putAll(inherited);
        for (MethodOutline method : outline.methods()) {
            missing.remove(method.key());
        }
        return missing;
    }
}
