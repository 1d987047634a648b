package org.latencyprobes.agent.backends.dashboard;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.List;

/** Grafana's JSON of the description, for Grafana 10.4 and later. */
final class DashboardJson {

    private static final int SCHEMA_VERSION = 39;
    private static final int WIDTH = 24;
    private static final int HEIGHT = 8;
    private static final int STAT_HEIGHT = 4;
    private static final String ALL = "$__all";

    private int id;
    private int x;
    private int y;

    static String text() throws IOException {
        return new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsString(new DashboardJson().dashboard())
                + '\n';
    }

    private static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    private ObjectNode dashboard() {
        ObjectNode dashboard = object().put("uid", "latency-probes")
                .put("title", "Latency Probes")
                .put("description", "Generated: see docs/backends.md")
                .put("schemaVersion", SCHEMA_VERSION)
                .put("editable", true)
                .put("graphTooltip", 1)
                .put("refresh", "1m");
        dashboard.putArray("tags").add("latency");
        dashboard.putObject("time").put("from", "now-1h").put("to", "now");
        ArrayNode variables = dashboard.putObject("templating").putArray("list");
        variables.add(object().put("type", "datasource")
                .put("name", "datasource")
                .put("label", "Prometheus")
                .put("query", "prometheus"));
        Dashboard.VARIABLES.forEach(variable -> variables.add(variable(variable)));
        variables.add(adHoc());
        ArrayNode panels = dashboard.putArray("panels");
        Dashboard.rows().forEach(row -> row(row, panels));
        return dashboard;
    }

    private static ObjectNode datasource() {
        return object().put("type", "prometheus").put("uid", "${datasource}");
    }

    private static ObjectNode variable(Variable variable) {
        ObjectNode node = object().put("name", variable.name()).put("label", variable.label());
        if (variable.kind() == Variable.Kind.LABELS) {
            node.put("type", "query")
                    .put("definition", variable.values())
                    .put("query", variable.values())
                    .put("refresh", 2)
                    .put("sort", 1)
                    .put("multi", true)
                    .put("includeAll", true)
                    .put("allValue", ".*");
            node.set("datasource", datasource());
            node.putObject("current").put("text", "All").put("value", ALL);
            return node;
        }
        String first = variable.values().split("(?<!\\\\), ")[0];
        node.put("type", "custom").put("query", variable.values());
        node.putObject("current").put("text", first).put("value", first);
        return node;
    }

    /** Filters by any tag of any probe, which Grafana adds to every query. */
    private static ObjectNode adHoc() {
        ObjectNode node = object().put("type", "adhoc").put("name", "tags").put("label", "tags");
        node.set("datasource", datasource());
        return node;
    }

    private void row(Row row, ArrayNode panels) {
        x = 0;
        ObjectNode heading = object().put("id", ++id)
                .put("type", "row")
                .put("title", row.title())
                .put("collapsed", !row.isOpen());
        heading.set("gridPos", position(1, WIDTH));
        y++;
        x = 0;
        panels.add(heading);
        ArrayNode target = heading.putArray("panels");
        row.panels().forEach(panel -> (row.isOpen() ? panels : target).add(panel(panel)));
        if (x > 0) {
            y += height(row.panels().get(row.panels().size() - 1));
        }
    }

    private static int height(Panel panel) {
        return panel.type() == Panel.Type.STAT ? STAT_HEIGHT : HEIGHT;
    }

    private ObjectNode position(int height, int width) {
        ObjectNode position =
                object().put("h", height).put("w", width).put("x", x).put("y", y);
        x += width;
        return position;
    }

    private ObjectNode panel(Panel panel) {
        if (x + panel.type().width > WIDTH) {
            x = 0;
            y += height(panel);
        }
        ObjectNode node = object().put("id", ++id)
                .put("type", panel.type().name)
                .put("title", panel.title())
                .put("description", panel.question());
        node.set("gridPos", position(height(panel), panel.type().width));
        node.set("datasource", datasource());
        targets(panel, node.putArray("targets"));
        fields(panel, node);
        return node;
    }

    private static void targets(Panel panel, ArrayNode targets) {
        List<Query> queries = panel.queries();
        for (int i = 0; i < queries.size(); i++) {
            ObjectNode target = object().put("refId", String.valueOf((char) ('A' + i)))
                    .put("expr", queries.get(i).expression())
                    .put("legendFormat", queries.get(i).legend())
                    .put("format", panel.type() == Panel.Type.HEATMAP ? "heatmap" : "time_series")
                    .put("range", panel.type() != Panel.Type.STAT)
                    .put("instant", panel.type() == Panel.Type.STAT);
            target.set("datasource", datasource());
            targets.add(target);
        }
    }

    private static void fields(Panel panel, ObjectNode node) {
        ObjectNode fields = node.putObject("fieldConfig");
        ObjectNode defaults =
                fields.putObject("defaults").put("unit", panel.unit()).put("min", 0);
        fields.putArray("overrides");
        ObjectNode options = node.putObject("options");
        switch (panel.type()) {
            case HEATMAP -> {
                options.put("calculate", false);
                options.putObject("yAxis").put("unit", panel.unit());
                options.putObject("tooltip").put("mode", "single").put("yHistogram", true);
            }
            case LINES -> {
                defaults.putObject("custom").put("showPoints", "never").put("spanNulls", false);
                options.putObject("legend")
                        .put("displayMode", "table")
                        .put("placement", "bottom")
                        .putArray("calcs")
                        .add("max");
                options.putObject("tooltip").put("mode", "multi").put("sort", "desc");
            }
            case STAT ->
                options.putObject("reduceOptions")
                        .put("values", false)
                        .putArray("calcs")
                        .add("lastNotNull");
        }
    }
}
