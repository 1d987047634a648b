package org.latencyprobes.benchmarks.trial;

import java.util.List;
import org.latencyprobes.internal.report.Grid;

/**
 * A table of the report with its heading.
 *
 * @param topic which chapter of the document it belongs to
 * @param heading over the table
 * @param grid the table
 * @param note below it, or nothing
 */
public record ReportSection(Topic topic, String heading, Grid grid, String note) {

    /** The chapters of the document that hold tables. */
    public enum Topic {
        APPLICATION(
                "an application",
                "transactions of H2 in memory: throughput, p99, heap and code,",
                "with 5, 16 and all methods of seven packages timed, beside",
                "an empty agent, Flight Recorder (JDK 25) and OpenTelemetry"),
        WOVEN(
                "whole probes",
                "a getter and a method of 50 ns, in a loop and now and then:",
                "two nanoTime and two counterTime readings, a probe that is on,",
                "with self times, sampled(1/16), counted, off, off after on"),
        NESTED(
                "ten nested calls",
                "ten probes within each other, also with self times, beside",
                "Flight Recorder's method timing (JDK 25), OpenTelemetry,",
                "Byteman and async-profiler"),
        RECORDER("recording alone", "our counters beside HdrHistogram and Micrometer"),
        START_UP(
                "start-up",
                "hello world without an agent, with an empty one, with ours",
                "without and with a probe, with peers; the first call of the",
                "first probe; each further woven class");

        private final String title;
        private final List<String> content;

        Topic(String title, String... content) {
            this.title = title;
            this.content = List.of(content);
        }

        /** What is measured, in lines for the command's help. */
        public List<String> content() {
            return content;
        }
    }

    public String text() {
        return topic.title + ", " + heading + "\n\n" + grid.text() + noteLines();
    }

    public String markdown() {
        return "**" + heading + "**\n\n" + grid.markdown() + noteLines();
    }

    private String noteLines() {
        return note.isEmpty() ? "" : "\n" + note + "\n";
    }
}
