package org.latencyprobes.agent.select;

import java.util.List;
import org.latencyprobes.agent.classfile.MethodOutline;
import org.latencyprobes.agent.pattern.MethodPattern;
import org.latencyprobes.agent.select.annotation.ProbeAnnotation;

/**
 * The rule that selects a method, if any.
 *
 * @param rule the rule, empty where none does
 * @param name the probe's name, empty for the standard one
 * @param tags tag keys and values in turn
 * @param pattern the pattern, where it is one that selects
 * @param reason why no rule selects it, or why it is kept out
 * @param excluded whether it is kept out, by an exclusion or because the pattern leaves such methods out
 * @param named whether the rule means this very method: an annotation of its own, or a pattern that names it
 * @param outermost whether calls inside others of the probe are left out
 */
record RuleMatch(
        String rule,
        String name,
        List<String> tags,
        MethodPattern pattern,
        String reason,
        boolean excluded,
        boolean named,
        boolean outermost) {

    static final String TRIVIAL =
            "it is a trivial accessor: a pattern takes it that names class and method, or says with accessors";

    private static final String TAKEN =
            " is generated: a pattern takes it that names class and method, or says with generated";
    static final String GENERATED = "it" + TAKEN;
    static final String OF_GENERATED_CLASS = "its class" + TAKEN;

    static RuleMatch by(ProbeAnnotation annotation, boolean own) {
        return new RuleMatch(
                annotation.rule(), annotation.name(), annotation.tags(), null, "", false, own, annotation.outermost());
    }

    static RuleMatch by(MethodPattern pattern, String className, MethodOutline method) {
        return new RuleMatch(
                pattern.rule(),
                pattern.probeName(className, method.name(), method.descriptor()),
                pattern.tags(className, method.name(), method.descriptor()),
                pattern,
                "",
                false,
                pattern.namesMethod(),
                pattern.isOutermost());
    }

    static RuleMatch none(String reason) {
        return new RuleMatch("", "", List.of(), null, reason, false, false, false);
    }

    static RuleMatch excludedBy(MethodPattern pattern) {
        return new RuleMatch(pattern.excludeRule(), "", List.of(), null, "", true, false, false);
    }

    /** Of a method that rules leave out, unless they say otherwise: of a class that nobody wrote, or one that does next to nothing. */
    static RuleMatch leftOutBy(String rule, String reason) {
        return new RuleMatch(rule, "", List.of(), null, reason, true, false, false);
    }

    boolean selects() {
        return !rule.isEmpty() && !excluded;
    }
}
