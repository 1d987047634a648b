package org.latencyprobes.benchmarks;

import org.latencyprobes.report.Grid;

/**
 * A table of the report with its heading.
 *
 * @param topic which chapter of the document it belongs to
 * @param heading over the table
 * @param grid the table
 * @param note below it, or nothing
 */
record ReportSection(Topic topic, String heading, Grid grid, String note) {

    /** The chapters of the document that hold tables. */
    enum Topic {
        WOVEN("whole probes"),
        NESTED("ten nested calls"),
        RECORDER("recording alone"),
        START_UP("start-up");

        private final String title;

        Topic(String title) {
            this.title = title;
        }

        String title() {
            return title;
        }
    }

    String text() {
        return topic.title + ", " + heading + "\n\n" + grid.text() + noteLines();
    }

    String markdown() {
        return "**" + heading + "**\n\n" + grid.markdown() + noteLines();
    }

    private String noteLines() {
        return note.isEmpty() ? "" : "\n" + note + "\n";
    }
}
