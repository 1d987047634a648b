package org.latencyprobes.cli.report;

import org.latencyprobes.agent.protocol.Table;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.latencyprobes.agent.base.Plural;
import org.latencyprobes.agent.base.Version;
import org.latencyprobes.agent.command.JvmTables;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.ReportRow;
import org.latencyprobes.analysis.page.Processor;
import org.latencyprobes.analysis.picture.DurationText;

/** What the head of a report says of a JVM and its machine. What an agent does not tell is left out. Stateless. */
final class JvmFacts {

    private static final double MEGABYTE = 1 << 20;

    private JvmFacts() {}

    /** The names and values, in order, from the answers to {@code report} and {@code status}. */
    static Map<String, String> of(Answer report, Answer status) {
        Map<String, String> known = known(status);
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("Time", time(report));
        facts.put("Program", known.get("main"));
        facts.put("JVM", join(known.get("java"), known.get("vm")));
        facts.put("JVM since", instant(known.get("jvmStartMillis")));
        facts.put("JVM's flags", known.get("flags"));
        facts.put("Heap", heap(known));
        facts.put("Collectors", collectors(status));
        facts.put(
                "Machine",
                Processor.name() + ", " + System.getProperty("os.name") + ' ' + System.getProperty("os.version"));
        facts.put("CPUs and memory", machine(known));
        facts.put("Agent", "version " + known.getOrDefault("version", "") + ", since " + known.get("startedAt"));
        facts.put("Stalls read from", known.get("stallSources"));
        facts.put("Page made by", "latency-probes " + Version.text());
        facts.values().removeIf(value -> value == null || value.isBlank());
        return facts;
    }

    private static Map<String, String> known(Answer status) {
        Map<String, String> known = new LinkedHashMap<>();
        for (Table table : status.tables()) {
            for (int i = 0; table.isOfFacts() && i < table.columns().size(); i++) {
                known.put(table.columns().get(i).name(), table.rows().get(0).get(i));
            }
        }
        return known;
    }

    private static String join(String one, String other) {
        return one == null || other == null ? one : one + ", " + other;
    }

    private static String instant(String millis) {
        return millis == null || millis.isEmpty()
                ? ""
                : Instant.ofEpochMilli(Long.parseLong(millis)).toString();
    }

    private static String heap(Map<String, String> known) {
        return known.containsKey("heapMaxBytes")
                ? size(known.get("heapUsedBytes")) + " used, " + size(known.get("heapCommittedBytes"))
                        + " committed, at most " + size(known.get("heapMaxBytes"))
                : "";
    }

    private static String size(String bytes) {
        return String.format(Locale.ROOT, "%,.0f MB", Double.parseDouble(bytes) / MEGABYTE);
    }

    private static String collectors(Answer status) {
        return status.rows(JvmTables.COLLECTORS).stream()
                .map(row -> row.get(0) + ' ' + Plural.of(Long.parseLong(row.get(1)), "time", "times") + time(row))
                .collect(Collectors.joining("; "));
    }

    /** The JVM counts whole ms. */
    private static String time(List<String> collector) {
        double millis = Double.parseDouble(collector.get(2));
        if (collector.get(1).equals("0")) {
            return "";
        }
        return millis == 0 ? ", less than 1 ms" : ", " + DurationText.of(millis * 1e6);
    }

    private static String machine(Map<String, String> known) {
        return known.containsKey("processors")
                ? Plural.of(Long.parseLong(known.get("processors")), "CPU", "CPUs")
                        + (known.containsKey("memoryBytes") ? ", " + size(known.get("memoryBytes")) : "")
                        + ": what the JVM may use, of its container where that sets limits"
                : "";
    }

    private static String time(Answer report) {
        List<ReportRow> rows = report.all(ReportRow.TABLE, ReportRow.class);
        long start = rows.stream().mapToLong(ReportRow::startMillis).min().orElse(0);
        long end = rows.stream().mapToLong(ReportRow::endMillis).max().orElse(0);
        return rows.isEmpty() ? "" : Instant.ofEpochMilli(start) + " to " + Instant.ofEpochMilli(end);
    }
}
