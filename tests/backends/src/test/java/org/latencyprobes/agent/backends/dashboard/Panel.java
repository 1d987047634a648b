package org.latencyprobes.agent.backends.dashboard;

import java.util.List;

/**
 * A panel.
 *
 * @param type which of Grafana's panels shows it
 * @param title what it shows
 * @param question what it answers, in a sentence
 * @param unit Grafana's name of the unit
 * @param queries what it asks
 */
public record Panel(Type type, String title, String question, String unit, List<Query> queries) {

    /** Grafana's panels, and how wide they are here, of 24. */
    public enum Type {
        /** One figure. */
        STAT("stat", 4),
        /** Lines over time. */
        LINES("timeseries", 12),
        /** How often each duration occurred, over time. */
        HEATMAP("heatmap", 24);

        final String name;
        final int width;

        Type(String name, int width) {
            this.name = name;
            this.width = width;
        }
    }

    static Panel of(Type type, String title, String question, String unit, Query... queries) {
        return new Panel(type, title, question, unit, List.of(queries));
    }
}
