package org.latencyprobes.cli.print;

import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.codec.Json;
import org.latencyprobes.agent.protocol.codec.Records;
import org.latencyprobes.agent.protocol.codec.Table;

/**
 * An answer as one JSON object: {@code exitCode}, {@code messages}, and under its name each table as an array of its rows, or facts as one
 * object. Rows and facts are as they travel. Stateless.
 */
public final class AnswerJson {

    private AnswerJson() {}

    /**
     * Formats an answer.
     *
     * @param answer the answer of a command
     * @return lines, each with a line end
     */
    public static String of(Answer answer) {
        StringBuilder text = new StringBuilder("{\n  \"exitCode\": ").append(answer.exitCode());
        text.append(",\n  \"messages\": [");
        String separator = "\n    ";
        for (String sentence : answer.sentences()) {
            Json.string(sentence, text.append(separator));
            separator = ",\n    ";
        }
        text.append(answer.sentences().isEmpty() ? "]" : "\n  ]");
        for (Table table : answer.tables()) {
            Json.string(table.name(), text.append(",\n  "));
            table(table, text.append(": "));
        }
        return text.append("\n}\n").toString();
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

    private static void table(Table table, StringBuilder text) {
        String separator = "\n    ";
        text.append(table.isOfFacts() ? "" : "[");
        for (Record row : table.rows()) {
            Records.write(row, text.append(table.isOfFacts() ? "" : separator));
            separator = ",\n    ";
        }
        text.append(table.isOfFacts() ? "" : table.rows().isEmpty() ? "]" : "\n  ]");
    }
}
