package org.latencyprobes.agent.kit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** An answer of the agent, parsed from its text. */
public record ParsedAnswer(
        List<String> request, int exitCode, List<String> sentences, Map<String, List<Map<String, String>>> tables) {

    static ParsedAnswer of(List<String> request, String text) {
        int exitCode = -1;
        List<String> sentences = new ArrayList<>();
        Map<String, List<Map<String, String>>> tables = new LinkedHashMap<>();
        List<String> columns = List.of();
        List<Map<String, String>> rows = new ArrayList<>();
        for (String line : text.lines().toList()) {
            List<String> cells = cells(line);
            List<String> rest = cells.subList(1, cells.size());
            switch (cells.get(0)) {
                case "exit" -> exitCode = Integer.parseInt(rest.get(0));
                case "progress" -> {} // said while the work goes on
                case "say" -> sentences.add(rest.get(0));
                case "table" -> {
                    columns = rest.stream().skip(1).map(ParsedAnswer::name).toList();
                    rows = new ArrayList<>();
                    tables.put(rest.get(0), rows);
                }
                case "row" -> rows.add(row(columns, rest));
                case "facts" -> {
                    rows = new ArrayList<>();
                    tables.put(rest.get(0), rows);
                }
                case "fact" -> rows.add(row(List.of("key", "value"), List.of(name(rest.get(0)), rest.get(1))));
                default -> throw new AssertionError("unknown line in " + text);
            }
        }
        return new ParsedAnswer(request, exitCode, sentences, tables);
    }

    /** The name of a column, which its type follows. */
    private static String name(String column) {
        return column.substring(0, column.lastIndexOf(':'));
    }

    private static List<String> cells(String line) {
        List<String> cells = new ArrayList<>();
        for (String cell : line.split("\t", -1)) {
            cells.add(cell.replace("\\t", "\t").replace("\\n", "\n").replace("\\\\", "\\"));
        }
        return cells;
    }

    private static Map<String, String> row(List<String> columns, List<String> cells) {
        assertThat(cells).as("cells for %s", columns).hasSameSizeAs(columns);
        Map<String, String> row = new LinkedHashMap<>();
        for (int i = 0; i < cells.size(); i++) {
            row.put(columns.get(i), cells.get(i));
        }
        return row;
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
                .filter(row -> row.values().iterator().next().equals(key))
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
