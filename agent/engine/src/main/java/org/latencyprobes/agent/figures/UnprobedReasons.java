package org.latencyprobes.agent.figures;

import java.util.LinkedHashMap;
import java.util.Map;
import org.latencyprobes.agent.select.MatchedMethods;
import org.latencyprobes.agent.select.MethodExplanation;

/** The reasons why no method that a pattern matches is probed. */
public final class UnprobedReasons {

    private static final int MOST_REASONS = 5;

    private UnprobedReasons() {}

    /**
     * Says it.
     *
     * @param matches methods that match
     * @return one sentence; null where at least one method is probed or none matches at all
     */
    public static String why(MatchedMethods matches) {
        if (matches.isEmpty() || matches.probed() > 0) {
            return null;
        }
        Map<String, Integer> reasons = new LinkedHashMap<>();
        for (MethodExplanation method : matches.shown()) {
            String reason = method.reason().isEmpty() ? method.verdict() + " by " + method.rule() : method.reason();
            reasons.merge(reason, 1, Integer::sum);
        }
        MethodExplanation first = matches.shown().get(0);
        return matches.shown().size() == 1
                ? first.className() + '#' + first.method() + " cannot be probed: "
                        + reasons.keySet().iterator().next()
                : "none of the methods that match can be probed: " + text(reasons);
    }

    private static String text(Map<String, Integer> reasons) {
        StringBuilder text = new StringBuilder();
        int left = MOST_REASONS;
        for (Map.Entry<String, Integer> reason : reasons.entrySet()) {
            if (left-- > 0) {
                text.append(text.isEmpty() ? "" : "; ")
                        .append(reason.getValue())
                        .append(" × ")
                        .append(reason.getKey());
            }
        }
        return text.append(reasons.size() > MOST_REASONS ? "; and others" : "").toString();
    }
}
