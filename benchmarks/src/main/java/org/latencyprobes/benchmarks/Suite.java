package org.latencyprobes.benchmarks;

import java.util.List;

/** A group of measurements on one JDK that share a table. */
interface Suite {

    /** The trials of a round, in order; none if all was measured in earlier rounds. */
    List<Trial> round(int round);

    /** The tables of what was measured, after the last round. */
    List<ReportSection> sections();

    /** The goals that concern it, after the last round. */
    List<GoalCheck> goals();
}
