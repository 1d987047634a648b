package org.latencyprobes.cli.ui;

import java.util.List;
import java.util.Map;
import org.latencyprobes.agent.protocol.Answer;

/** What the page shows, once a second, and what it may change. Thread-safe. */
interface PageData {

    /**
     * A row of the table.
     *
     * @param key tells it from all others
     * @param json the row; equal as long as nothing that is shown has changed
     */
    record Row(String key, String json) {}

    /** What all rows have in common, as JSON: the JVMs, the columns. */
    String page();

    /** The time of the newest snapshot of a JVM, as {@code HH:mm:ss}; empty where there is none. */
    String time();

    /** The rows now, in any order. */
    List<Row> rows(Window window);

    /** The pictures of a probe, as JSON, by the fields of a query. */
    String probe(Map<String, String> query);

    /** Whether changes are allowed. */
    boolean isControlled();

    /** Changes something in a JVM, by the fields of a form. */
    Answer change(Map<String, String> form);
}
