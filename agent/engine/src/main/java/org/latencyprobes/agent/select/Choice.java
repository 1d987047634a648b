package org.latencyprobes.agent.select;

import java.util.List;

/**
 * Which rule selects a method, if any.
 *
 * @param rule the rule, empty where none does
 * @param name the probe's name, empty for the standard one
 * @param tags tag keys and values in turn
 * @param pattern the pattern, where it is one that selects
 * @param reason why no rule selects it, or why it is kept out
 * @param excluded whether it is kept out, by an exclusion or because the pattern leaves such methods out
 * @param named whether the rule means this very method: an annotation of its own, or a pattern that names it
 */
record Choice(
        String rule,
        String name,
        List<String> tags,
        MethodPattern pattern,
        String reason,
        boolean excluded,
        boolean named) {

    private static final String TRIVIAL =
            "it is a trivial accessor: a pattern takes it that names class and method, or says with accessors";

    static Choice by(Mark mark, boolean own) {
        return new Choice(mark.rule(), mark.name(), mark.tags(), null, "", false, own);
    }

    static Choice by(MethodPattern pattern, String className, MethodOutline method) {
        return new Choice(
                pattern.rule(),
                pattern.probeName(className, method.name(), method.descriptor()),
                pattern.tags(className, method.name(), method.descriptor()),
                pattern,
                "",
                false,
                pattern.namesMethod());
    }

    static Choice none(String reason) {
        return new Choice("", "", List.of(), null, reason, false, false);
    }

    static Choice excludedBy(MethodPattern pattern) {
        return new Choice("exclude " + pattern, "", List.of(), null, "", true, false);
    }

    static Choice leftOutBy(MethodPattern pattern) {
        return new Choice("pattern " + pattern, "", List.of(), null, TRIVIAL, true, false);
    }

    boolean isMade() {
        return !rule.isEmpty() && !excluded;
    }
}
