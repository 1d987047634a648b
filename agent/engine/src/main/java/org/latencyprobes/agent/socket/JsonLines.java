package org.latencyprobes.agent.socket;

import java.util.List;
import java.util.function.Consumer;
import org.latencyprobes.agent.control.Answer;
import org.latencyprobes.agent.control.Column;
import org.latencyprobes.agent.control.Json;

/**
 * An answer as JSON lines, one object each: {@code {"message":…}} for a sentence, {@code {"<table>":{"<column>":…}}} for a row or for all
 * facts of a table, and at the end {@code {"exitCode":…}}. Stateless.
 */
final class JsonLines {

    private JsonLines() {}

    static void write(Answer answer, Consumer<String> lines) {
        answer.sentences().forEach(sentence -> lines.accept(line("message", sentence)));
        for (Answer.Table table : answer.tables()) {
            for (List<String> row : table.rows()) {
                lines.accept(line(table, row));
            }
        }
        lines.accept("{\"exitCode\":" + answer.exitCode() + "}\n");
    }

    static String line(String key, String value) {
        StringBuilder line = new StringBuilder("{");
        Json.string(key, line);
        Json.string(value, line.append(':'));
        return line.append("}\n").toString();
    }

    private static String line(Answer.Table table, List<String> row) {
        StringBuilder line = new StringBuilder("{");
        Json.string(table.name(), line);
        line.append(":{");
        for (int i = 0; i < row.size(); i++) {
            Column column = table.columns().get(i);
            Json.string(column.name(), line.append(i == 0 ? "" : ","));
            Json.cell(column, row.get(i), line.append(':'));
        }
        return line.append("}}\n").toString();
    }
}
