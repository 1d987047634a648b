package org.latencyprobes.benchmarks.trial;

import java.util.List;
import java.util.Map;

/** A group of measurements on one JDK that share a chapter. */
public interface Suite {

    /** The trials of a round, in order. */
    List<Trial> round(int round);

    /** The tables of what was measured, after the last round. */
    List<ReportSection> sections();

    /** The goals that concern it, after the last round. */
    List<GoalCheck> goals();

    /** What the first table of the page says of it on this JDK, by line, in order. */
    Map<SummaryLine, String> summary();

    /** The lines of the page's first table. */
    enum SummaryLine {
        APPLICATION("an application, 9 / 46 probed calls a transaction: throughput ÷ bare"),
        ON("a call while on, in a loop: added ns (÷ two `nanoTime` readings)"),
        COLD("a call now and then: added ns at p50 / p99"),
        OFF("a call while off, after on: added ns"),
        NESTED("ten probes within each other, all: ns (÷ Flight Recorder's method timing)"),
        START_UP("start of the JVM: added ms without a probe / first call of the first probe, ms");

        private final String title;

        SummaryLine(String title) {
            this.title = title;
        }

        public String title() {
            return title;
        }
    }
}
