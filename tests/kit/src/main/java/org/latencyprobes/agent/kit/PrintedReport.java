package org.latencyprobes.agent.kit;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The agent's report at exit, parsed from its text. */
public record PrintedReport(String text) {

    private static final String TITLE = "latency probes, since the start";
    private static final int COUNT_COLUMN = 2;
    private static final int FIRST_PERCENTILE_COLUMN = 6;
    private static final int COLUMNS = 12;
    private static final char JOINT = '\u00a0';

    /** Finds the last report in a printed text. */
    public static PrintedReport in(String printed) {
        int begin = printed.lastIndexOf(TITLE);
        if (begin < 0) {
            throw new AssertionError("no report in:\n" + printed);
        }
        return new PrintedReport(printed.substring(begin));
    }

    /** How many calls of a probe returned. The name includes its tags. */
    public long count(String probe) {
        return count(probe, "ok");
    }

    /** How many calls had this outcome; 0 if the report has no such line. */
    public long count(String probe, String outcome) {
        List<String> row = row(probe, outcome);
        return row.isEmpty() ? 0 : Long.parseLong(row.get(COUNT_COLUMN).replace(",", ""));
    }

    /** The p50, p90, p99, p99.9, p99.99 and longest, as printed. */
    public List<String> percentiles(String probe) {
        return row(probe, "ok").subList(FIRST_PERCENTILE_COLUMN, COLUMNS);
    }

    /** A time as it is printed, in µs, with three digits. */
    public static double micros(String printed) {
        String[] parts = printed.split(" ");
        double number = Double.parseDouble(parts[0].replace(",", ""));
        return number * Math.pow(1_000, List.of("ns", "µs", "ms", "s").indexOf(parts[1]) - 1);
    }

    private List<String> row(String probe, String outcome) {
        return rows().stream()
                .filter(row -> row.get(0).equals(probe) && row.get(1).equals(outcome))
                .findFirst()
                .orElse(List.of());
    }

    /** The rows: probe, outcome and numbers. A long name is on a line above its rows. */
    private List<List<String>> rows() {
        List<List<String>> rows = new ArrayList<>();
        String label = null;
        for (String line : text.lines().toList()) {
            if (line.equals("probe")) {
                label = line;
            } else if (label == null) {
                List<String> row = List.of(line.split(" {2,}"));
                if (row.size() == COLUMNS) {
                    rows.add(row);
                }
            } else if (!line.startsWith("  ")) {
                label = line;
            } else {
                List<String> row = new ArrayList<>(List.of(label));
                row.addAll(List.of(joined(line).strip().split(" +")));
                row.replaceAll(cell -> cell.replace(JOINT, ' '));
                if (row.size() == COLUMNS) {
                    rows.add(row);
                }
            }
        }
        rows.removeIf(row ->
                !row.get(COUNT_COLUMN).matches("[\\d,]+")); // headings, and lines below the table of as many words
        return rows;
    }

    /** With number and unit of a time in one word. */
    private static String joined(String line) {
        return line.replaceAll("(?<=\\d) (?=(ns|µs|ms|s)( |$))", String.valueOf(JOINT));
    }

    /** The names in the table, except those of jitter. */
    public List<String> probes() {
        return rows().stream()
                .map(row -> row.get(0))
                .filter(probe -> !probe.startsWith("jitter."))
                .distinct()
                .collect(Collectors.toList());
    }
}
