package org.latencyprobes.cli.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.latencyprobes.agent.protocol.Column;
import org.latencyprobes.agent.protocol.Json;
import org.latencyprobes.agent.protocol.Table;

/** A table of an answer as data of a page: names of columns that hold something, then rows, in which numbers are numbers. Stateless. */
final class TableData {

    private TableData() {}

    static Map<String, Object> of(Table table) {
        List<Integer> columns = IntStream.range(0, table.columns().size())
                .filter(i -> table.rows().stream().anyMatch(row -> !row.get(i).isEmpty()))
                .boxed()
                .toList();
        Map<String, Object> data = new LinkedHashMap<>();
        data.put(
                "columns",
                columns.stream().map(i -> table.columns().get(i).name()).toList());
        data.put(
                "rows",
                table.rows().stream()
                        .map(row -> columns.stream()
                                .map(i -> cell(table.columns().get(i), row.get(i)))
                                .collect(Collectors.toCollection(ArrayList::new)))
                        .toList());
        return data;
    }

    /** Null for a number that is not known. */
    private static Object cell(Column column, String cell) {
        if (Json.isNumber(column, cell)) {
            return number(cell);
        }
        return column.type().isNumeric() && cell.isEmpty() ? null : cell;
    }

    private static Number number(String cell) {
        return cell.indexOf('.') < 0 && cell.length() < 18 ? (Number) Long.valueOf(cell) : Double.valueOf(cell);
    }
}
