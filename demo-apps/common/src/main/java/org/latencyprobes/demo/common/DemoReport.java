package org.latencyprobes.demo.common;

import java.util.Optional;

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

    /** The report as a page of its own, made once at the end; empty if there is none. */
    default Optional<String> html() {
        return Optional.empty();
    }
}
