package org.latencyprobes.cli.live;

import java.util.Arrays;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.latencyprobes.agent.figures.HistogramText;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.figures.Costs;
import org.latencyprobes.agent.protocol.figures.SeriesRow;
import org.latencyprobes.agent.protocol.figures.SnapshotFacts;
import org.latencyprobes.agent.protocol.slow.Remark;
import org.latencyprobes.agent.protocol.slow.SingleCall;
import org.latencyprobes.agent.protocol.slow.SingleStall;
import org.latencyprobes.agent.protocol.slow.SlowCauses;

/**
 * The agent's answer to the request {@code snapshot}.
 *
 * @param facts what it is about
 * @param rows cumulative counts
 * @param causes of slow calls, cumulative
 * @param stalls single ones
 * @param calls single slow ones
 * @param notReturned sentences on calls that have not returned; any text
 * @param costs what measuring costs, since the start
 */
record LiveSnapshot(
        SnapshotFacts facts,
        List<Row> rows,
        List<SlowCauses> causes,
        List<SingleStall> stalls,
        List<SingleCall> calls,
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
     * @param maxNanos the longest
     * @param isUniform whether those that were timed are a uniform choice
     * @param histogram of these
     */
    record Row(
            RowKey key,
            String owner,
            String mode,
            long startMillis,
            long count,
            long timed,
            long maxNanos,
            boolean isUniform,
            Histogram histogram) {}

    /**
     * Reads an answer.
     *
     * @throws IllegalArgumentException if it is none
     */
    static LiveSnapshot of(Answer answer) {
        try {
            return new LiveSnapshot(
                    answer.one(SnapshotFacts.TABLE, SnapshotFacts.class),
                    answer.all(SeriesRow.TABLE, SeriesRow.class).stream()
                            .map(LiveSnapshot::row)
                            .toList(),
                    answer.all(SlowCauses.TABLE, SlowCauses.class),
                    answer.all(SingleStall.TABLE, SingleStall.class),
                    answer.all(SingleCall.TABLE, SingleCall.class),
                    answer.all(Remark.STUCK, Remark.class).stream()
                            .map(Remark::sentence)
                            .toList(),
                    answer.one(Costs.TABLE, Costs.class));
        } catch (RuntimeException e) {
            throw new IllegalArgumentException("the agent's answer is none: " + e.getMessage(), e);
        }
    }

    private static Row row(SeriesRow row) {
        return new Row(
                new RowKey(row.probe(), row.tags(), row.outcome(), row.kind(), row.copy()),
                row.owner(),
                row.mode(),
                row.startMillis(),
                row.count(),
                row.timed(),
                row.maxNanos(),
                row.uniform(),
                small(HistogramText.parse(row.histogram())));
    }

    /** The same with a range that ends with its longest value: the memory of very many is that of their ranges. */
    private static Histogram small(Histogram histogram) {
        Histogram small =
                new Histogram(1, Math.max(2, histogram.getMaxValue()), histogram.getNumberOfSignificantValueDigits());
        small.add(histogram);
        return small;
    }

    long number() {
        return facts.number();
    }

    long nanos() {
        return facts.nanos();
    }

    long millis() {
        return facts.millis();
    }

    /** What tells the JVM, and the agent in it, from those that there were before. */
    List<Object> origin() {
        return Arrays.asList(
                facts.pid(), facts.jvmStartMillis(), facts.main(), facts.java(), facts.version(), facts.agentNanos());
    }
}
