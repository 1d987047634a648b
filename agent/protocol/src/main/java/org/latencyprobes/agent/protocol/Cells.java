package org.latencyprobes.agent.protocol;

import java.util.ArrayList;
import java.util.List;

/** Lines of cells: a tab between cells, and {@code \t}, {@code \n}, {@code \r}, {@code \\} for what a cell must not hold. */
final class Cells {

    private Cells() {}

    static String line(List<String> cells) {
        StringBuilder line = new StringBuilder();
        add(cells, line);
        return line.append('\n').toString();
    }

    /** Adds cells to a line. */
    static void add(List<String> cells, StringBuilder line) {
        for (int i = 0; i < cells.size(); i++) {
            if (i > 0) {
                line.append('\t');
            }
            escape(cells.get(i), line);
        }
    }

    static List<String> of(String line) {
        List<String> cells = new ArrayList<>();
        for (String cell : line.split("\t", -1)) {
            cells.add(unescape(cell));
        }
        return cells;
    }

    private static void escape(String cell, StringBuilder line) {
        for (int i = 0; i < cell.length(); i++) {
            char c = cell.charAt(i);
            switch (c) {
                case '\\' -> line.append("\\\\");
                case '\t' -> line.append("\\t");
                case '\n' -> line.append("\\n");
                case '\r' -> line.append("\\r");
                default -> line.append(c);
            }
        }
    }

    private static String unescape(String cell) {
        if (cell.indexOf('\\') < 0) {
            return cell;
        }
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < cell.length(); i++) {
            char c = cell.charAt(i);
            if (c == '\\' && i + 1 < cell.length()) {
                i++;
                text.append(
                        switch (cell.charAt(i)) {
                            case 't' -> '\t';
                            case 'n' -> '\n';
                            case 'r' -> '\r';
                            default -> cell.charAt(i);
                        });
            } else {
                text.append(c);
            }
        }
        return text.toString();
    }
}
