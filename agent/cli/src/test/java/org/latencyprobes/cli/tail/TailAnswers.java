package org.latencyprobes.cli.tail;

import org.latencyprobes.agent.protocol.Costs;
import java.util.List;
import org.latencyprobes.agent.command.TailTables;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.Column;

/** The agent's answers at the end of a {@code tail}, for tests to add their rows to. */
final class TailAnswers {

    private TailAnswers() {}

    /** One of some time, whose stalls are known one by one from a moment on. */
    static Answer of(long fromNanos, long toNanos, long stallsFromNanos) {
        Costs costs = new Costs("tsc", "tsc", 10, 1, 0, 20, 20_000, 30_000, 1, 1, 1, 1, 0, 5, 0, Costs.IN_PLACE);
        return new Answer()
                .add(Costs.TABLE, Costs.class, List.of(costs))
                .table(TailTables.TIME, Column.texts("startNanos", "endNanos", "startMillis", "stallsFromNanos"))
                .row(fromNanos, toNanos, 0, stallsFromNanos)
                .table(TailTables.STALLS, Column.texts("kind", "startNanos", "nanos"));
    }

    /** Begins the table of slow calls. */
    static Answer calls(Answer answer) {
        return answer.table(
                TailTables.CALLS,
                Column.texts(
                        "probe",
                        "tags",
                        "outcome",
                        "startNanos",
                        "nanos",
                        "threadId",
                        "threadName",
                        "trace",
                        "callsInside",
                        "ofThread",
                        "parts",
                        "stack"));
    }
}
