package org.latencyprobes.demo.fix;

import java.io.IOException;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.latencyprobes.demo.common.OutputFolder;

/** The lines of {@code comparison.csv}, each with its cells by their columns' names. */
final class CsvRows {

    private CsvRows() {}

    static List<Map<String, String>> of(OutputFolder output) throws IOException {
        List<String> lines = Files.readAllLines(output.csv());
        String[] names = lines.get(0).split(",");
        return lines.stream().skip(1).map(line -> row(names, line.split(","))).toList();
    }

    private static Map<String, String> row(String[] names, String[] cells) {
        Map<String, String> row = new HashMap<>();
        for (int i = 0; i < names.length; i++) {
            row.put(names[i], cells[i]);
        }
        return row;
    }
}
