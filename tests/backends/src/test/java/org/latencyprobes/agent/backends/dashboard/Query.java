package org.latencyprobes.agent.backends.dashboard;

import java.util.Map;

/**
 * A query of a panel.
 *
 * @param expression PromQL with the dashboard's variables in it
 * @param legend what its series are called, labels in double braces
 */
public record Query(String expression, String legend) {

    /** As Grafana would send it, with these values of the variables. */
    public String with(Map<String, String> variables) {
        String text = expression;
        for (Map.Entry<String, String> variable : variables.entrySet()) {
            text = text.replace('$' + variable.getKey(), variable.getValue());
        }
        if (text.contains("$")) {
            throw new IllegalArgumentException("a variable without value in " + text);
        }
        return text;
    }
}
