package org.latencyprobes.agent.weave;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.latencyprobes.agent.select.MethodExplanation;

/**
 * The number of woven methods, in all and by rule. Classes of one name count once, as the last of them was woven, until none of them exists
 * any more. Thread-safe. Threads that load classes hold its lock too, for some map operations.
 */
final class NamedCounts {

    private final Map<String, Named> classes = new HashMap<>();
    private final Map<String, Integer> byRule = new HashMap<>();
    private int methods;

    private static final class Named {

        private List<MethodExplanation> methods = List.of();
        private int classes;
    }

    /** A class was woven, or one more of that name. */
    synchronized void put(String className, List<MethodExplanation> methods, boolean oneMore) {
        Named named = classes.get(className);
        if (named == null) {
            named = new Named();
            classes.put(className, named);
        }
        named.classes += oneMore ? 1 : 0;
        count(named.methods, -1);
        named.methods = methods;
        count(methods, 1);
    }

    /** One class of that name is not woven any more. */
    synchronized void remove(String className) {
        Named named = classes.get(className);
        if (named != null && --named.classes <= 0) {
            classes.remove(className);
            count(named.methods, -1);
        }
    }

    private void count(List<MethodExplanation> changed, int sign) {
        methods += sign * changed.size();
        for (MethodExplanation method : changed) {
            Integer before = byRule.get(method.rule());
            int after = (before == null ? 0 : before) + sign;
            if (after == 0) {
                byRule.remove(method.rule());
            } else {
                byRule.put(method.rule(), after);
            }
        }
    }

    synchronized int methods(String exceptClass) {
        Named except = classes.get(exceptClass);
        return methods - (except == null ? 0 : except.methods.size());
    }

    synchronized int methods(String rule, String exceptClass) {
        Integer all = byRule.get(rule);
        int count = all == null ? 0 : all;
        Named except = classes.get(exceptClass);
        if (except != null) {
            for (MethodExplanation method : except.methods) {
                count -= method.rule().equals(rule) ? 1 : 0;
            }
        }
        return count;
    }
}
