package org.latencyprobes.agent.socket;

import org.latencyprobes.agent.protocol.Table;

import java.util.List;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.Column;
import org.latencyprobes.agent.protocol.Json;

/**
 * An answer as JSON lines, one object each: {@code {"message":…}} for a sentence, {@code {"<table>":{"<column>":…}}} for a row or for all
 * facts of a table, and at the end {@code {"exitCode":…}}. Stateless.
 */
final class JsonLines {

    private JsonLines() {}

    static void write(Answer answer, StringBuilder text, Runnable afterEach) {
        for (String sentence : answer.sentences()) {
            text.append(line("message", sentence));
            afterEach.run();
        }
        for (Table table : answer.tables()) {
            for (List<String> row : table.rows()) {
                add(table, row, text);
                afterEach.run();
            }
        }
        text.append("{\"exitCode\":").append(answer.exitCode()).append("}\n");
        afterEach.run();
    }

    static String line(String key, String value) {
        StringBuilder line = new StringBuilder("{");
        Json.string(key, line);
        Json.string(value, line.append(':'));
        return line.append("}\n").toString();
    }

    private static void add(Table table, List<String> row, StringBuilder text) {
        Json.string(table.name(), text.append('{'));
        text.append(":{");
        for (int i = 0; i < row.size(); i++) {
            Column column = table.columns().get(i);
            Json.string(column.name(), text.append(i == 0 ? "" : ","));
            Json.cell(column, row.get(i), text.append(':'));
        }
        text.append("}}\n");
    }
}
