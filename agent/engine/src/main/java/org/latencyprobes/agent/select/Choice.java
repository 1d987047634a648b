package org.latencyprobes.agent.select;

import java.util.List;

/**
 * Which rule selects a method, if any.
 *
 * @param rule the rule, empty where none does
 * @param name the probe's name, empty for the standard one
 * @param tags tag keys and values in turn
 * @param pattern the pattern, where it is one that selects
 * @param reason why no rule selects it
 * @param excluded whether an exclusion keeps it out
 */
record Choice(String rule, String name, List<String> tags, MethodPattern pattern, String reason, boolean excluded) {

    static Choice by(Mark mark) {
        return new Choice(mark.rule(), mark.name(), mark.tags(), null, "", false);
    }

    static Choice by(MethodPattern pattern, String className, MethodOutline method) {
        return new Choice(
                "pattern " + pattern,
                pattern.probeName(className, method.name(), method.descriptor()),
                pattern.tags(className, method.name(), method.descriptor()),
                pattern,
                "",
                false);
    }

    static Choice none(String reason) {
        return new Choice("", "", List.of(), null, reason, false);
    }

    static Choice excludedBy(MethodPattern pattern) {
        return new Choice("exclude " + pattern, "", List.of(), null, "", true);
    }

    boolean isMade() {
        return !rule.isEmpty() && !excluded;
    }
}
