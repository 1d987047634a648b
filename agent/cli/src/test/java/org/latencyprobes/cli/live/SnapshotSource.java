package org.latencyprobes.cli.live;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.latencyprobes.agent.cause.SlowCallCauses;
import org.latencyprobes.agent.cost.CostMeasure;
import org.latencyprobes.agent.figures.Conditions;
import org.latencyprobes.agent.figures.HistogramText;
import org.latencyprobes.agent.figures.ProbeModes;
import org.latencyprobes.agent.figures.Snapshots;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.Request;
import org.latencyprobes.agent.protocol.codec.Table;
import org.latencyprobes.agent.protocol.figures.Costs;
import org.latencyprobes.agent.protocol.figures.SeriesRow;
import org.latencyprobes.agent.protocol.figures.SnapshotFacts;
import org.latencyprobes.agent.slow.SlowCall;
import org.latencyprobes.agent.slow.WeightedCall;
import org.latencyprobes.agent.thread.ThreadTimes;

/** The agent's snapshots of this JVM, whose seconds pass when a test says so. */
public final class SnapshotSource {

    private final List<SlowCall> slow = new ArrayList<>();
    private final SlowCallCauses causes =
            new SlowCallCauses(() -> null, () -> 10_000, new ThreadTimes(() -> null, null));
    private long nowNanos = System.nanoTime();
    private Snapshots snapshots = snapshots();
    private final List<String> notReturned = new ArrayList<>();
    private int leftOut;
    private long leastCount;
    private final Map<Integer, String> owners = new HashMap<>();

    /** Nothing is known but which calls have not returned. */
    private final class SourceConditions implements Conditions {

        @Override
        public Mark mark() {
            return new Mark(nowNanos, null, null);
        }

        @Override
        public Answer add(Answer answer, Mark sinceOrNull) {
            return answer;
        }

        @Override
        public List<String> notReturned() {
            return notReturned;
        }
    }

    private Snapshots snapshots() {
        return new Snapshots(
                () -> nowNanos,
                () -> new ProbeModes(List.of(), List.of()),
                () -> null,
                () -> slow,
                causes::totals,
                new SourceConditions());
    }

    public void pass(int seconds) {
        nowNanos += TimeUnit.SECONDS.toNanos(seconds);
    }

    /** From now on so many series are left out of an answer of one row, with so many calls at most. */
    public void leaveOut(int series, long mostCalls) {
        leftOut = series;
        leastCount = mostCalls;
    }

    /** From now on this application has the number of a copy; before, {@code app0} has the number 0, and so on. */
    public void owner(int copy, String owner) {
        owners.put(copy, owner);
    }

    /** From now on this is said of calls that have not returned. */
    public void notReturned(String sentence) {
        notReturned.add(sentence);
    }

    /** By an agent that comes later. */
    public void replace() {
        snapshots = snapshots();
    }

    /** A call has ended. Those inside took 10 µs each to measure. */
    public void slow(String probe, Map<String, String> tags, long nanos, int callsInside) {
        SlowCall call = new SlowCall(probe, tags, "ok", nowNanos - nanos, nanos, 1, "main", callsInside, 0);
        slow.add(call);
        causes.taken(List.of(call));
        causes.weighted(List.of(new WeightedCall(call, 1, true, true)));
    }

    /** A call has ended on a thread. */
    void slowOn(String threadName, long threadId, String probe) {
        slow.add(new SlowCall(probe, Map.of(), "ok", nowNanos - 1_000, 1_000, threadId, threadName, 0, 0));
    }

    public Answer answer(Request request) {
        return snapshots.answer((Request.Snapshot) request, nowNanos, SnapshotSource::costs);
    }

    /** With this row alone, whatever the probes of this JVM did. */
    public Answer answer(Request request, RowKey key, String mode, long startMillis, long count, Histogram histogram) {
        Answer made = answer(request);
        made.tables().replaceAll(table -> {
            if (table.name().equals(SnapshotFacts.TABLE)) {
                return Table.of(
                        table.name(), leftOut(table.records(SnapshotFacts.class).get(0)));
            }
            return !table.name().equals(SeriesRow.TABLE)
                    ? table
                    : Table.of(
                            table.name(),
                            SeriesRow.class,
                            List.of(new SeriesRow(
                                    key.probe(),
                                    key.tags(),
                                    key.outcome(),
                                    key.kind(),
                                    key.copy(),
                                    owners.getOrDefault(key.copy(), "app" + key.copy()),
                                    mode,
                                    startMillis,
                                    count,
                                    histogram.getTotalCount(),
                                    histogram.getMaxValue(),
                                    true,
                                    new HistogramText().of(histogram))));
        });
        return made;
    }

    private SnapshotFacts leftOut(SnapshotFacts facts) {
        return new SnapshotFacts(
                facts.number(),
                facts.since(),
                facts.agentNanos(),
                facts.nanos(),
                facts.millis(),
                facts.ageMillis(),
                facts.tookus(),
                facts.pid(),
                facts.jvmStartMillis(),
                facts.main(),
                facts.java(),
                facts.version(),
                facts.probes(),
                leftOut == 0 ? facts.leftOut() : leftOut,
                leftOut == 0 ? facts.leastCount() : leastCount);
    }

    private static Costs costs(CostMeasure.Calls calls) {
        return new Costs(
                "tsc",
                "tsc",
                25,
                20,
                0,
                60,
                calls.timed(),
                calls.spanMillis(),
                1,
                1,
                2,
                1,
                0,
                4,
                calls.counted(),
                Costs.IN_PLACE);
    }
}
