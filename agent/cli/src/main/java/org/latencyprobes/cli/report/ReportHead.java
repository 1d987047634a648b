package org.latencyprobes.cli.report;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.latencyprobes.agent.base.Plural;
import org.latencyprobes.agent.base.Version;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.figures.ReportRow;
import org.latencyprobes.agent.protocol.state.CollectorRow;
import org.latencyprobes.agent.protocol.state.JvmFacts;
import org.latencyprobes.agent.protocol.state.StatusFacts;
import org.latencyprobes.analysis.markup.DurationText;
import org.latencyprobes.analysis.page.Processor;

/** What the head of a report says of a JVM and its machine. What an agent does not tell is left out. Stateless. */
final class ReportHead {

    private static final double MEGABYTE = 1 << 20;

    private ReportHead() {}

    /** The names and values, in order, from the answers to {@code report} and {@code status}. */
    static Map<String, String> of(Answer report, Answer status) {
        Map<String, String> head = new LinkedHashMap<>();
        head.put("Time", time(report));
        JvmFacts jvm =
                status.all(JvmFacts.NAME, JvmFacts.class).stream().findFirst().orElse(null);
        StatusFacts agent = status.all(StatusFacts.NAME, StatusFacts.class).stream()
                .findFirst()
                .orElse(null);
        if (jvm != null && agent != null) {
            head.put("Program", jvm.main());
            head.put("JVM", agent.java() + ", " + jvm.vm());
            head.put("JVM since", instant(jvm.jvmStartMillis()));
            head.put("JVM's flags", jvm.flags());
            head.put("Heap", heap(jvm));
        }
        head.put("Collectors", collectors(status));
        head.put(
                "Machine",
                Processor.name() + ", " + System.getProperty("os.name") + ' ' + System.getProperty("os.version"));
        head.put("CPUs and memory", jvm == null ? "" : machine(jvm));
        if (agent != null) { // null where the agent refuses
            head.put("Agent", "version " + agent.version() + ", since " + agent.startedAt());
            head.put("Stalls read from", agent.stallSources());
        }
        head.put("Page made by", "latency-probes " + Version.text());
        head.values().removeIf(value -> value == null || value.isBlank());
        return head;
    }

    private static String instant(Long millis) {
        return millis == null ? "" : Instant.ofEpochMilli(millis).toString();
    }

    private static String heap(JvmFacts jvm) {
        return size(jvm.heapUsedBytes()) + " used, " + size(jvm.heapCommittedBytes()) + " committed, at most "
                + size(jvm.heapMaxBytes());
    }

    private static String size(double bytes) {
        return String.format(Locale.ROOT, "%,.0f MB", bytes / MEGABYTE);
    }

    private static String collectors(Answer status) {
        return status.all(CollectorRow.TABLE, CollectorRow.class).stream()
                .map(row -> row.collector() + ' ' + Plural.of(row.collections(), "time", "times") + time(row))
                .collect(Collectors.joining("; "));
    }

    /** The JVM counts whole ms. */
    private static String time(CollectorRow collector) {
        if (collector.collections() == 0) {
            return "";
        }
        return collector.millis() == 0 ? ", less than 1 ms" : ", " + DurationText.of(collector.millis() * 1e6);
    }

    private static String machine(JvmFacts jvm) {
        return Plural.of(jvm.processors(), "CPU", "CPUs")
                + (jvm.memoryBytes() == null ? "" : ", " + size(jvm.memoryBytes()))
                + ": what the JVM may use, of its container where that sets limits";
    }

    private static String time(Answer report) {
        List<ReportRow> rows = report.all(ReportRow.TABLE, ReportRow.class);
        long start = rows.stream().mapToLong(ReportRow::startMillis).min().orElse(0);
        long end = rows.stream().mapToLong(ReportRow::endMillis).max().orElse(0);
        return rows.isEmpty() ? "" : Instant.ofEpochMilli(start) + " to " + Instant.ofEpochMilli(end);
    }
}
