package org.latencyprobes.agent.select;

import org.latencyprobes.agent.classfile.MethodOutline;

/**
 * What becomes of one method.
 *
 * @param method the method
 * @param kind what
 * @param probe its probe; null unless {@code kind} is {@link Kind#PROBED}
 * @param rule which rule matched; empty where none did
 * @param reason why it is refused or left out, or why no rule matched
 */
record MethodDecision(MethodOutline method, Kind kind, MethodProbe probe, String rule, String reason) {

    enum Kind {
        PROBED(MethodExplanation.PROBED),
        REFUSED(MethodExplanation.REFUSED),
        EXCLUDED("excluded"),
        NOT_SELECTED("not selected");

        private final String label;

        Kind(String label) {
            this.label = label;
        }

        String label() {
            return label;
        }
    }

    static MethodDecision probed(MethodOutline method, MethodProbe probe, String rule) {
        return new MethodDecision(method, Kind.PROBED, probe, rule, "");
    }

    static MethodDecision refused(MethodOutline method, String rule, String reason) {
        return new MethodDecision(method, Kind.REFUSED, null, rule, reason);
    }

    static MethodDecision excluded(MethodOutline method, String rule, String reason) {
        return new MethodDecision(method, Kind.EXCLUDED, null, rule, reason);
    }

    static MethodDecision notSelected(MethodOutline method, String reason) {
        return new MethodDecision(method, Kind.NOT_SELECTED, null, "", reason);
    }
}
