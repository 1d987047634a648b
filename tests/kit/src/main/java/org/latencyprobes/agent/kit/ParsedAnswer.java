package org.latencyprobes.agent.kit;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** An answer of the agent, parsed from its text. */
public record ParsedAnswer(
        List<String> request, int exitCode, List<String> sentences, Map<String, List<Map<String, String>>> tables) {

    private static final ObjectMapper JSON = new ObjectMapper();

    /** A table, or the facts, of each name is the last of that name. */
    static ParsedAnswer of(List<String> request, String text) {
        int exitCode = -1;
        List<String> sentences = new ArrayList<>();
        Map<String, List<Map<String, String>>> tables = new LinkedHashMap<>();
        Set<String> withHead = new HashSet<>();
        for (String line : text.lines().toList()) {
            Map.Entry<String, JsonNode> entry = only(line);
            String name = entry.getKey();
            JsonNode value = entry.getValue();
            if (name.equals("exitCode")) {
                exitCode = value.asInt();
            } else if (name.equals("message")) {
                sentences.add(value.asText());
            } else if (value.isArray()) {
                withHead.add(name);
                tables.put(name, new ArrayList<>());
            } else if (withHead.contains(name)) {
                tables.get(name).add(row(value));
            } else if (value.isObject()) {
                tables.put(name, facts(value));
            } else {
                assertThat(name).as(text).isEqualTo("progress"); // said while the work goes on
            }
        }
        return new ParsedAnswer(request, exitCode, sentences, tables);
    }

    private static Map.Entry<String, JsonNode> only(String line) {
        try {
            JsonNode object = JSON.readTree(line);
            assertThat(object).as(line).hasSize(1);
            return object.properties().iterator().next();
        } catch (IOException e) {
            throw new AssertionError("no JSON: " + line, e);
        }
    }

    private static Map<String, String> row(JsonNode object) {
        Map<String, String> row = new LinkedHashMap<>();
        object.properties().forEach(each -> row.put(each.getKey(), cell(each.getValue())));
        return row;
    }

    private static List<Map<String, String>> facts(JsonNode object) {
        List<Map<String, String>> rows = new ArrayList<>();
        row(object).forEach((key, value) -> {
            if (!object.get(key).isNull()) {
                rows.add(Map.of("key", key, "value", value));
            }
        });
        return rows;
    }

    /** As tables of the command line have it. */
    private static String cell(JsonNode value) {
        if (value.isObject()) {
            return value.properties().stream()
                    .map(each -> each.getKey() + '=' + each.getValue().asText())
                    .collect(Collectors.joining(";"));
        }
        if (value.isArray()) {
            return value.valueStream().map(JsonNode::asText).collect(Collectors.joining("\n"));
        }
        return value.isNull() ? "" : value.asText();
    }

    public ParsedAnswer expectExit(int code) {
        assertThat(exitCode).as("exit code of %s", this).isEqualTo(code);
        return this;
    }

    /** The rows of a table. */
    public List<Map<String, String>> table(String name) {
        assertThat(tables).as("%s", this).containsKey(name);
        return tables.get(name);
    }

    /** A cell of the first row that has this text in its first column. */
    public String cell(String table, String key, String column) {
        return table(table).stream()
                .filter(row -> (row.containsKey("key")
                                ? row.get("key")
                                : row.values().iterator().next())
                        .equals(key))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no row " + key + " in " + this))
                .get(column);
    }

    /** How many calls of a probe the table {@code probes} has; 0 where it has none. */
    public long count(String probe) {
        return table("probes").stream()
                .filter(row -> row.get("probe").equals(probe))
                .mapToLong(row -> Long.parseLong(row.get("count")))
                .sum();
    }
}
