package org.latencyprobes.agent.select;

/**
 * What becomes of one method.
 *
 * @param method the method
 * @param kind what
 * @param probe its probe; null unless {@code kind} is {@link Kind#PROBED}
 * @param rule which rule matched; empty where none did
 * @param reason why it is refused or left out, or why no rule matched
 */
record Verdict(MethodOutline method, Kind kind, MethodProbe probe, String rule, String reason) {

    enum Kind {
        PROBED(Explanation.PROBED),
        REFUSED(Explanation.REFUSED),
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

    static Verdict probed(MethodOutline method, MethodProbe probe, String rule) {
        return new Verdict(method, Kind.PROBED, probe, rule, "");
    }

    static Verdict refused(MethodOutline method, String rule, String reason) {
        return new Verdict(method, Kind.REFUSED, null, rule, reason);
    }

    static Verdict excluded(MethodOutline method, String rule, String reason) {
        return new Verdict(method, Kind.EXCLUDED, null, rule, reason);
    }

    static Verdict notSelected(MethodOutline method, String reason) {
        return new Verdict(method, Kind.NOT_SELECTED, null, "", reason);
    }
}
