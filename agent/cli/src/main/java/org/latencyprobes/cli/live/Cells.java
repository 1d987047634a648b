package org.latencyprobes.cli.live;

import org.latencyprobes.agent.protocol.Table;

import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.latencyprobes.agent.protocol.Answer;

/**
 * The cells of one row of a table, by the names of their columns.
 *
 * @param table the table
 * @param row which of its rows
 */
record Cells(Table table, int row) {

    static Stream<Cells> of(Table table) {
        return IntStream.range(0, table.rows().size()).mapToObj(row -> new Cells(table, row));
    }

    String text(String column) {
        int at = table.indexOf(column);
        if (at < 0) {
            throw new IllegalArgumentException(
                    "the agent's answer has no column " + column + " in its table " + table.name());
        }
        return table.rows().get(row).get(at);
    }

    long number(String column) {
        return Long.parseLong(text(column));
    }
}
