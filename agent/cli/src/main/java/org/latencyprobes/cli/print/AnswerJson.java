package org.latencyprobes.cli.print;

import java.util.List;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.Column;
import org.latencyprobes.agent.protocol.Json;
import org.latencyprobes.agent.protocol.Table;

/**
 * An answer as one JSON object: {@code exitCode}, {@code messages}, and each table under its name as an array of objects. Numbers are JSON
 * numbers; an unknown number is null.
 */
public final class AnswerJson {

    private static final Column KEY = Column.text("key");

    private final StringBuilder text = new StringBuilder();

    private AnswerJson() {}

    /**
     * Formats an answer.
     *
     * @param answer the answer of a command
     * @return lines, each with a line end
     */
    public static String of(Answer answer) {
        return new AnswerJson().write(answer);
    }

    /**
     * Formats an answer that one of many lines is to hold.
     *
     * @param answer the answer of a command
     * @return one line, with its end
     */
    public static String line(Answer answer) {
        return of(answer).replaceAll("\n *", "") + '\n'; // no text has a line end
    }

    private String write(Answer answer) {
        text.append("{\n  \"exitCode\": ").append(answer.exitCode()).append(",\n  \"messages\": [");
        String separator = "\n    ";
        for (String sentence : answer.sentences()) {
            text.append(separator);
            Json.string(sentence, text);
            separator = ",\n    ";
        }
        text.append(answer.sentences().isEmpty() ? "]" : "\n  ]");
        answer.tables().forEach(this::table);
        return text.append("\n}\n").toString();
    }

    private void table(Table table) {
        text.append(",\n  ");
        Json.string(table.name(), text);
        text.append(": [");
        String separator = "\n    ";
        for (List<String> row : table.rows()) {
            text.append(separator);
            if (table.isOfFacts()) {
                facts(table.columns(), row);
            } else {
                row(table.columns(), row);
            }
            separator = ",\n    ";
        }
        text.append(table.rows().isEmpty() ? "]" : "\n  ]");
    }

    private void facts(List<Column> keys, List<String> values) {
        for (int i = 0; i < keys.size(); i++) {
            text.append(i == 0 ? "" : ",\n    ");
            row(
                    List.of(KEY, new Column("value", keys.get(i).type())),
                    List.of(keys.get(i).name(), values.get(i)));
        }
    }

    private void row(List<Column> columns, List<String> row) {
        for (int i = 0; i < columns.size(); i++) {
            text.append(i == 0 ? "{" : ", ");
            Json.string(columns.get(i).name(), text);
            text.append(": ");
            Json.cell(columns.get(i), row.get(i), text);
        }
        text.append('}');
    }
}
