package org.latencyprobes.agent.select;

import org.latencyprobes.agent.classfile.MethodOutline;

/**
 * The decision on one method.
 *
 * @param method the method
 * @param verdict what becomes of it
 * @param probe its probe; null unless the verdict is {@link Verdict#PROBED}
 * @param rule the rule that matches; empty where none does
 * @param reason why it is refused or left out, or why no rule matches
 * @param isForLimit whether it is refused since there are too many probes
 */
record MethodDecision(
        MethodOutline method, Verdict verdict, MethodProbe probe, String rule, String reason, boolean isForLimit) {

    static MethodDecision probed(MethodOutline method, MethodProbe probe, String rule) {
        return new MethodDecision(method, Verdict.PROBED, probe, rule, "", false);
    }

    static MethodDecision refused(MethodOutline method, String rule, String reason) {
        return new MethodDecision(method, Verdict.REFUSED, null, rule, reason, false);
    }

    static MethodDecision overLimit(MethodOutline method, String rule, String reason) {
        return new MethodDecision(method, Verdict.REFUSED, null, rule, reason, true);
    }

    static MethodDecision excluded(MethodOutline method, String rule, String reason) {
        return new MethodDecision(method, Verdict.EXCLUDED, null, rule, reason, false);
    }

    static MethodDecision notSelected(MethodOutline method, String reason) {
        return new MethodDecision(method, Verdict.NOT_SELECTED, null, "", reason, false);
    }
}
