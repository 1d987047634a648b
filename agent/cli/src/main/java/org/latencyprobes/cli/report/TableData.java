package org.latencyprobes.cli.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.latencyprobes.agent.protocol.codec.JsonReader;
import org.latencyprobes.agent.protocol.codec.Records;
import org.latencyprobes.agent.protocol.codec.Table;

/** A table of an answer as data of a page: names of columns that hold something, then rows, with the values that JSON has. Stateless. */
final class TableData {

    private TableData() {}

    static Map<String, Object> of(Table table) {
        List<String> columns = new ArrayList<>();
        for (int i = 0; i < table.columns().size(); i++) {
            if (table.hasText(i)) {
                columns.add(table.columns().get(i).name());
            }
        }
        List<List<Object>> rows = new ArrayList<>();
        for (Record row : table.rows()) {
            StringBuilder json = new StringBuilder();
            Records.write(row, json);
            Map<?, ?> object = JsonReader.object(json.toString());
            List<Object> cells = new ArrayList<>(); // some are null
            columns.forEach(column -> cells.add(object.get(column)));
            rows.add(cells);
        }
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("columns", columns);
        data.put("rows", rows);
        return data;
    }
}
