package org.latencyprobes.agent.figures;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongUnaryOperator;
import org.latencyprobes.agent.base.Version;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.figures.Costs;
import org.latencyprobes.agent.protocol.figures.SeriesRow;
import org.latencyprobes.agent.protocol.figures.SnapshotFacts;
import org.latencyprobes.agent.protocol.slow.SlowCauses;
import org.latencyprobes.agent.slow.SlowCall;
import org.latencyprobes.agent.stall.StallTimeline;
import org.latencyprobes.explain.Stall;

/**
 * The tables of a snapshot: facts, cumulative histograms, causes of slow calls, single stalls and slow calls, calls that have not returned, and
 * what measuring costs. Stateless.
 */
public final class SnapshotTables {

    /** How many single stalls there are at most, the last ones, and how many slow calls, the longest ones. */
    public static final int MOST_SINGLE = 500;

    private SnapshotTables() {}

    /**
     * Makes the answer.
     *
     * @param since only rows that have changed since the snapshot of this number; 0 for all
     * @param sinceNanos only stalls and slow calls that ended later
     * @param timeline of stalls, or null
     */
    static Answer of(ProbesSnapshot snapshot, long since, long sinceNanos, StallTimeline timeline) {
        LongUnaryOperator wallMillis = WhyTables.wallMillis(snapshot.millis(), snapshot.nanos());
        Answer answer = new Answer()
                .add(SnapshotFacts.TABLE, facts(snapshot, since))
                .add(SeriesRow.TABLE, SeriesRow.class, snapshot.rows().since(since))
                .add(SlowCauses.TABLE, SlowCauses.class, snapshot.causes().since(since));
        WhyTables.addStalls(answer, stalls(snapshot, sinceNanos, timeline), wallMillis);
        WhyTables.addCalls(answer, calls(snapshot, sinceNanos), wallMillis);
        WhyTables.addNotReturned(answer, snapshot.notReturned());
        return answer.add(Costs.TABLE, Costs.class, List.of(snapshot.costs()));
    }

    private static SnapshotFacts facts(ProbesSnapshot snapshot, long since) {
        return new SnapshotFacts(
                snapshot.number(),
                since,
                snapshot.agentNanos(),
                snapshot.nanos(),
                snapshot.millis(),
                TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - snapshot.nanos()),
                snapshot.tookNanos() / 1e3,
                ProcessHandle.current().pid(),
                jvmStartMillis(),
                mainClass(),
                Runtime.version().toString(),
                Version.text(),
                snapshot.rows().probes(),
                snapshot.rows().leftOut(),
                snapshot.rows().leastCount());
    }

    /** Null where it is not known. */
    static Long jvmStartMillis() {
        return ProcessHandle.current()
                .info()
                .startInstant()
                .map(Instant::toEpochMilli)
                .orElse(null);
    }

    /** Without its arguments, which may hold secrets. */
    static String mainClass() {
        return System.getProperty("sun.java.command", "").split(" ", 2)[0];
    }

    private static List<Stall> stalls(ProbesSnapshot snapshot, long sinceNanos, StallTimeline timeline) {
        List<Stall> all = timeline == null ? List.of() : timeline.between(sinceNanos, snapshot.nanos());
        return all.subList(Math.max(0, all.size() - MOST_SINGLE), all.size());
    }

    private static List<SlowCall> calls(ProbesSnapshot snapshot, long sinceNanos) {
        return snapshot.calls().stream()
                .filter(call -> call.startNanos() + call.nanos() - sinceNanos > 0)
                .limit(MOST_SINGLE)
                .toList();
    }
}
