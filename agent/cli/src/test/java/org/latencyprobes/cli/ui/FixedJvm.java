package org.latencyprobes.cli.ui;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.Request;
import org.latencyprobes.agent.protocol.slow.CauseShare;
import org.latencyprobes.agent.protocol.slow.SingleCall;
import org.latencyprobes.cli.live.LiveRow;
import org.latencyprobes.cli.live.RowKey;
import org.latencyprobes.cli.report.StallMark;
import org.latencyprobes.cli.why.SlowCallRows;
import org.latencyprobes.histogram.Interval;
import org.latencyprobes.internal.report.Figures;

/** A JVM whose probes a test makes up. */
final class FixedJvm implements Watched {

    final List<String> changes = new ArrayList<>();
    private final String name;
    private final double nowMillis;
    private final Map<String, List<StallMark>> stalls = new HashMap<>();
    private final List<SingleCall> calls = new ArrayList<>();
    private final List<CauseShare> causes = new ArrayList<>();
    private final List<LiveRow> probes = new ArrayList<>();
    private final List<Histogram> histograms = new ArrayList<>();

    FixedJvm(String name) {
        this(name, 2_000);
    }

    /** Its probes are called from 1 s to 2 s since 1970, and its newest snapshot is from then. */
    FixedJvm(String name, double nowMillis) {
        this.name = name;
        this.nowMillis = nowMillis;
    }

    FixedJvm stall(long startMillis, double nanos) {
        stalls.computeIfAbsent("gc", kind -> new ArrayList<>()).add(new StallMark(startMillis, nanos));
        return this;
    }

    FixedJvm call(long nanos, String thread, String stack) {
        return call(nanos, thread, stack, Map.of());
    }

    FixedJvm call(long nanos, String thread, String stack, Map<String, Long> parts) {
        long startNanos = TimeUnit.MILLISECONDS.toNanos((long) nowMillis);
        calls.add(SlowCallRows.of(
                "",
                Map.of(),
                startNanos,
                nanos,
                7,
                thread,
                "",
                0,
                null,
                parts,
                stack.lines().toList()));
        return this;
    }

    FixedJvm callAt(long startMillis, long nanos) {
        calls.add(SlowCallRows.of("", TimeUnit.MILLISECONDS.toNanos(startMillis), nanos, 7, "desk", Map.of()));
        return this;
    }

    /** Of its slow calls and their time. */
    FixedJvm cause(String cause, double percent) {
        causes.add(SlowCallRows.share("place", Map.of(), cause, 9, percent, Double.NaN));
        return this;
    }

    FixedJvm probe(String probe, Map<String, String> tags, long... nanos) {
        Histogram histogram = new Histogram(3_600_000_000_000L, 2);
        for (long each : nanos) {
            histogram.recordValue(each);
        }
        histogram.setStartTimeStamp(1_000);
        histogram.setEndTimeStamp(2_000);
        histograms.add(histogram);
        Interval interval = Interval.of(
                probe, tags, "ok", "probe", LongStream.of(nanos).max().orElse(0), histogram);
        probes.add(new LiveRow(new RowKey(probe, tags, "ok", "probe", 0), "", "on", Figures.of(interval), 0, "gc"));
        return this;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String label() {
        return name + " 4711";
    }

    @Override
    public State state() {
        return State.LIVE;
    }

    @Override
    public long millis() {
        return (long) nowMillis;
    }

    @Override
    public String remark() {
        return "process 4711";
    }

    @Override
    public List<LiveRow> figures(Window window) {
        return probes;
    }

    @Override
    public ProbeRecording recording(RowKey key, Window window) {
        for (int i = 0; i < probes.size(); i++) {
            if (probes.get(i).key().equals(key)) {
                return new ProbeRecording(
                        histograms.get(i), List.of(histograms.get(i)), stalls, nowMillis, calls, causes);
            }
        }
        return null;
    }

    @Override
    public Answer change(Request request, boolean isConsent) {
        changes.add(request + (isConsent ? " with consent" : ""));
        return new Answer().say("done");
    }
}
