package org.latencyprobes.cli.top;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.latencyprobes.agent.protocol.figures.SnapshotFacts;
import org.latencyprobes.agent.protocol.slow.SingleStall;
import org.latencyprobes.cli.live.LiveRow;
import org.latencyprobes.cli.live.LiveView;
import org.latencyprobes.cli.live.RowKey;
import org.latencyprobes.histogram.Interval;
import org.latencyprobes.internal.report.Figures;

/** Views as a model would give them. */
final class Views {

    private final List<LiveRow> rows = new ArrayList<>();
    private final List<SingleStall> stalls = new ArrayList<>();
    private String problem = "";
    private int leftOut;
    private final List<String> notReturned = new ArrayList<>();

    static RowKey key(String probe) {
        return new RowKey(probe, Map.of(), "ok", "probe", 0);
    }

    /** So many calls of one length in ten seconds. */
    Views calls(String probe, int count, long nanos, String cause) {
        return row(key(probe), count, nanos, "on", cause);
    }

    Views jitter(long nanos) {
        return row(new RowKey("jitter.hiccup", Map.of(), "ok", "jitter", 0), 10, nanos, "", "");
    }

    /** Calls of one length, of which one of sixteen is timed. */
    Views sampled(String probe, int timed, long nanos) {
        calls(probe, timed, nanos, "");
        LiveRow row = rows.remove(rows.size() - 1);
        Figures all = row.figures();
        Figures figures = new Figures(
                probe,
                "",
                "ok",
                false,
                16L * timed,
                timed,
                16 * all.perSecond(),
                16 * all.totalMicros(),
                all.micros(),
                List.of(),
                true,
                all.maxMicros());
        rows.add(new LiveRow(row.key(), "app", "sampled:16", figures, 0, ""));
        return this;
    }

    private Views row(RowKey key, int count, long nanos, String mode, String cause) {
        Histogram histogram = new Histogram(2);
        if (count > 0) {
            histogram.recordValueWithCount(nanos, count);
        }
        histogram.setStartTimeStamp(0);
        histogram.setEndTimeStamp(10_000);
        Figures figures = Figures.of(Interval.of(key.probe(), Map.of(), key.outcome(), key.kind(), nanos, histogram));
        rows.add(new LiveRow(key, "app", mode, figures, count / 1e3, cause));
        return this;
    }

    Views stall(String kind, long agoMillis, long nanos) {
        stalls.add(new SingleStall("", kind, nanos / 1e3, Double.NaN, 1_000_000_000_000L - agoMillis, 0));
        return this;
    }

    Views leftOut(int series) {
        leftOut = series;
        return this;
    }

    /** Calls of the second application's probe of this name. */
    Views callsOfAnotherCopy(String probe, int count, long nanos) {
        return row(new RowKey(probe, Map.of(), "ok", "probe", 1), count, nanos, "on", "");
    }

    Views problem(String sentence) {
        problem = sentence;
        return this;
    }

    Views notReturned(String sentence) {
        notReturned.add(sentence);
        return this;
    }

    LiveView view() {
        SnapshotFacts facts = new SnapshotFacts(
                7,
                0,
                1,
                0,
                1_000_000_000_000L,
                0,
                0,
                4711,
                null,
                "com.acme.Shop",
                "17.0.15+6-Debian",
                "0.1.0",
                0,
                leftOut,
                0);
        return new LiveView(facts, problem, 10, 10_000, List.copyOf(rows), stalls, List.of(), notReturned, 1.5);
    }
}
