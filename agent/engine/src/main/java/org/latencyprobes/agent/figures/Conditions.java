package org.latencyprobes.agent.figures;

import java.util.List;
import org.latencyprobes.agent.link.InPlaceCost;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.scheduler.QueueCounts;
import org.latencyprobes.histogram.Interval;

/** What is known of how the JVM runs: disturbances, calls that do not return, and waits of virtual threads for carriers. For one thread. */
public interface Conditions {

    /**
     * A moment, from which on they may be asked for.
     *
     * @param nanos as {@link System#nanoTime()} counts
     * @param scheduled what had been sampled by then; null for nothing
     * @param inPlaceCost what measuring had cost by then
     */
    record Mark(long nanos, QueueCounts scheduled, InPlaceCost.Mark inPlaceCost) {}

    /**
     * Now.
     *
     * @return a mark
     */
    Mark mark();

    /**
     * What was recorded since the start, with the start of its probe.
     *
     * @param total begins with the first probe of all
     * @return the same where no better start is known
     */
    default Interval sinceWoven(Interval total) {
        return total;
    }

    /**
     * Says which calls have not returned.
     *
     * @return a sentence for each probe that has such calls, a few at most
     */
    default List<String> notReturned() {
        return List.of();
    }

    /**
     * Adds the tables of {@link DisturbancesTable} and, where virtual threads were seen, of {@link CarriersTable}.
     *
     * @param answer gets them
     * @param sinceOrNull since when; null for the agent's start
     * @return the answer
     */
    Answer add(Answer answer, Mark sinceOrNull);
}
