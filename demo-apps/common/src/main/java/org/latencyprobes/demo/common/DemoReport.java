package org.latencyprobes.demo.common;

import java.util.Map;

/** The report of a demo: everything that was measured, and what became of the published claims. */
public interface DemoReport {

    /** Whether nothing was measured. */
    boolean isEmpty();

    /** Whether what was measured can be relied on. */
    boolean isSound();

    /** The report for a terminal. */
    String text();

    /** The report with every run, for people. */
    String markdown();

    /** Every run, for programs. */
    String csv();

    /** The report as a page, {@code report.html}, and its pictures: names of files, and what they hold. */
    default Map<String, String> files() {
        return Map.of();
    }
}
