package org.latencyprobes.cli.live;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.latencyprobes.agent.protocol.Costs;
import org.latencyprobes.agent.command.HistogramText;
import org.latencyprobes.agent.command.SnapshotTables;
import org.latencyprobes.agent.command.TailTables;
import org.latencyprobes.agent.protocol.Texts;
import org.latencyprobes.agent.protocol.Answer;

/**
 * The agent's answer to the request {@code snapshot}.
 *
 * @param number higher than that of the snapshot before
 * @param nanos when it was taken, as {@link System#nanoTime} counts in the JVM
 * @param millis the same, in ms since 1970
 * @param jvm the JVM
 * @param leftOut how many series are not in it, because there are too many
 * @param leastCount the agent has rows of at least so many calls, and of all that have more; 0 where none is left out
 * @param rows cumulative counts
 * @param causes of slow calls, cumulative
 * @param stalls single ones
 * @param calls single slow ones
 * @param notReturned sentences on calls that have not returned; any text
 * @param costs what measuring costs, since the start
 */
record LiveSnapshot(
        long number,
        long nanos,
        long millis,
        LiveJvm jvm,
        int leftOut,
        long leastCount,
        List<Row> rows,
        List<CauseRow> causes,
        List<LiveStall> stalls,
        List<LiveCall> calls,
        List<String> notReturned,
        Costs costs) {

    /**
     * The cumulative counts of one series.
     *
     * @param key which
     * @param owner the copy of the runtime that records it
     * @param mode of the probe; empty for jitter
     * @param startMillis since when it counts
     * @param count how many calls
     * @param timed how many of them were timed
     * @param worstNanos the longest
     * @param isUniform whether those that were timed are a uniform choice
     * @param histogram of these
     */
    record Row(
            SeriesKey key,
            String owner,
            String mode,
            long startMillis,
            long count,
            long timed,
            long worstNanos,
            boolean isUniform,
            Histogram histogram) {}

    /**
     * The slow calls of one probe.
     *
     * @param probe name and tags
     * @param calls how many were explained
     * @param parts their time by cause
     */
    record CauseRow(List<String> probe, long calls, CauseParts parts) {}

    /**
     * Reads an answer.
     *
     * @throws IllegalArgumentException if it is none
     */
    static LiveSnapshot of(Answer answer) {
        try {
            return parsed(answer);
        } catch (RuntimeException e) {
            throw new IllegalArgumentException("the agent's answer is none: " + e.getMessage(), e);
        }
    }

    private static LiveSnapshot parsed(Answer answer) {
        Cells facts = new Cells(answer.get(SnapshotTables.FACTS), 0);
        long nanos = facts.number("nanos");
        long millis = facts.number("millis");
        return new LiveSnapshot(
                facts.number("number"),
                nanos,
                millis,
                new LiveJvm(
                        facts.number("pid"),
                        facts.text("jvmStartMillis").isEmpty() ? 0 : facts.number("jvmStartMillis"),
                        facts.text("main"),
                        facts.text("java"),
                        facts.text("version"),
                        facts.number("agentNanos")),
                (int) facts.number("leftOut"),
                facts.number("leastCount"),
                Cells.of(answer.get(TailTables.HISTOGRAMS))
                        .map(LiveSnapshot::row)
                        .toList(),
                Cells.of(answer.get(SnapshotTables.CAUSES))
                        .map(LiveSnapshot::causes)
                        .toList(),
                Cells.of(answer.get(TailTables.STALLS))
                        .map(cells -> stall(cells, nanos, millis))
                        .toList(),
                Cells.of(answer.get(TailTables.CALLS))
                        .map(cells -> call(cells, nanos, millis))
                        .toList(),
                answer.rows(TailTables.HUNG).stream().map(row -> row.get(0)).toList(),
                answer.one(Costs.TABLE, Costs.class));
    }

    private static Row row(Cells cells) {
        return new Row(
                new SeriesKey(cells.text("probe"), cells.text("tags"), cells.text("outcome"), cells.text("kind"), (int)
                        cells.number("copy")),
                cells.text("owner"),
                cells.text("mode"),
                cells.number("startMillis"),
                cells.number("count"),
                cells.number("timed"),
                cells.number("worstNanos"),
                cells.text("uniform").equals("true"),
                small(HistogramText.parse(cells.text("histogram"))));
    }

    /** The same with a range that ends with its longest value: the memory of very many is that of their ranges. */
    private static Histogram small(Histogram histogram) {
        Histogram small =
                new Histogram(1, Math.max(2, histogram.getMaxValue()), histogram.getNumberOfSignificantValueDigits());
        small.add(histogram);
        return small;
    }

    private static CauseRow causes(Cells cells) {
        return new CauseRow(
                List.of(cells.text("probe"), cells.text("tags")),
                cells.number("calls"),
                CauseParts.parse(cells.text("parts")));
    }

    private static LiveStall stall(Cells cells, long nanos, long millis) {
        long start = cells.number("startNanos");
        return new LiveStall(
                cells.text("kind"),
                start,
                millis - TimeUnit.NANOSECONDS.toMillis(nanos - start),
                cells.number("nanos"));
    }

    private static LiveCall call(Cells cells, long nanos, long millis) {
        long start = cells.number("startNanos");
        return new LiveCall(
                cells.text("probe"),
                cells.text("tags"),
                cells.text("outcome"),
                start,
                millis - TimeUnit.NANOSECONDS.toMillis(nanos - start),
                cells.number("nanos"),
                Texts.thread(cells.text("threadName"), cells.number("threadId")),
                CauseParts.parse(cells.text("parts")),
                cells.text("stack"));
    }
}
