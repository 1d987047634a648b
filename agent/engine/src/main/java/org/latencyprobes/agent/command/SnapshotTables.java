package org.latencyprobes.agent.command;

import org.latencyprobes.agent.protocol.Texts;

import static org.latencyprobes.agent.protocol.Column.id;
import static org.latencyprobes.agent.protocol.Column.micros;
import static org.latencyprobes.agent.protocol.Column.number;
import static org.latencyprobes.agent.protocol.Column.text;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.latencyprobes.agent.base.Version;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.Column;
import org.latencyprobes.agent.protocol.Costs;
import org.latencyprobes.agent.slow.SlowCall;
import org.latencyprobes.agent.stall.Stall;
import org.latencyprobes.agent.stall.StallTimeline;

/**
 * The tables of a snapshot: facts, cumulative histograms, causes of slow calls, single stalls and slow calls, calls that have not returned, and
 * what measuring costs.
 * Points in time are those of {@link System#nanoTime} where their names say {@code nanos}. Stateless.
 */
public final class SnapshotTables {

    /** Name of the facts. */
    public static final String FACTS = "snapshot";

    /** Name of the table of causes: probe, tags, calls explained, and their time by cause in µs, all cumulative. */
    public static final String CAUSES = "slowCauses";

    /** How many single stalls there are at most, the last ones, and how many slow calls, the longest ones. */
    public static final int MOST_SINGLE = 500;

    private static final Column[] ROWS = {
        text("probe"),
        text("tags"),
        text("outcome"),
        text("kind"),
        id("copy"),
        text("owner"),
        text("mode"),
        TailTables.moment("startMillis"),
        number("count"),
        number("timed"),
        number("worstNanos"),
        text("uniform"),
        text("histogram")
    };

    private SnapshotTables() {}

    /**
     * Makes the answer.
     *
     * @param since only rows that have changed since the snapshot of this number; 0 for all
     * @param sinceNanos only stalls and slow calls that ended later
     * @param timeline of stalls, or null
     */
    static Answer of(Snapshot snapshot, long since, long sinceNanos, StallTimeline timeline) {
        Answer answer = facts(snapshot, since).table(TailTables.HISTOGRAMS, ROWS);
        for (SeriesRow row : snapshot.rows().all()) {
            if (row.changed() > since) {
                add(answer, row);
            }
        }
        answer.table(CAUSES, text("probe"), text("tags"), number("calls"), text("parts"));
        snapshot.causes().all().forEach((probe, row) -> {
            if (row.changed() > since) {
                answer.row(probe.get(0), probe.get(1), row.calls(), row.parts());
            }
        });
        TailTables.addStalls(answer, stalls(snapshot, sinceNanos, timeline));
        TailTables.addCalls(answer, calls(snapshot, sinceNanos));
        TailTables.addHung(answer, snapshot.notReturned());
        return answer.add(Costs.TABLE, Costs.class, List.of(snapshot.costs()));
    }

    private static Answer facts(Snapshot snapshot, long since) {
        return new Answer()
                .facts(FACTS)
                .fact(id("number"), snapshot.number())
                .fact(id("since"), since)
                .fact(TailTables.moment("agentNanos"), snapshot.agentNanos())
                .fact(TailTables.moment("nanos"), snapshot.nanos())
                .fact(TailTables.moment("millis"), snapshot.millis())
                .fact(number("ageMillis"), TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - snapshot.nanos()))
                .fact(micros("tookus"), Texts.decimal(snapshot.tookNanos() / 1e3))
                .fact(id("pid"), ProcessHandle.current().pid())
                .fact(TailTables.moment("jvmStartMillis"), jvmStartMillis())
                .fact(text("main"), mainClass())
                .fact(text("java"), Runtime.version())
                .fact(text("version"), Version.text())
                .fact(number("probes"), snapshot.rows().probes())
                .fact(number("leftOut"), snapshot.rows().leftOut())
                .fact(number("leastCount"), snapshot.rows().leastCount());
    }

    /** Empty where it is not known. */
    static String jvmStartMillis() {
        return ProcessHandle.current()
                .info()
                .startInstant()
                .map(Instant::toEpochMilli)
                .map(String::valueOf)
                .orElse("");
    }

    /** Without its arguments, which may hold secrets. */
    static String mainClass() {
        return System.getProperty("sun.java.command", "").split(" ", 2)[0];
    }

    private static void add(Answer answer, SeriesRow row) {
        answer.row(
                row.key().get(0),
                row.key().get(1),
                row.key().get(2),
                row.key().get(3),
                row.key().get(4),
                row.owner(),
                row.mode(),
                row.startMillis(),
                row.count(),
                row.timed(),
                row.worstNanos(),
                row.isUniform(),
                row.histogram());
    }

    private static List<Stall> stalls(Snapshot snapshot, long sinceNanos, StallTimeline timeline) {
        List<Stall> all = timeline == null ? List.of() : timeline.between(sinceNanos, snapshot.nanos());
        return all.subList(Math.max(0, all.size() - MOST_SINGLE), all.size());
    }

    private static List<SlowCall> calls(Snapshot snapshot, long sinceNanos) {
        return snapshot.calls().stream()
                .filter(call -> call.startNanos() + call.nanos() - sinceNanos > 0)
                .limit(MOST_SINGLE)
                .toList();
    }
}
