package org.latencyprobes.cli.live;

import static org.latencyprobes.internal.report.UnitFactors.PERCENT;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.ExitCode;
import org.latencyprobes.agent.protocol.Request;
import org.latencyprobes.agent.protocol.figures.Costs;
import org.latencyprobes.agent.protocol.slow.SlowCauses;
import org.latencyprobes.internal.report.Figures;

/**
 * A model of what one JVM does now and did in the last ten minutes, fed with the agent's snapshots. It keeps, of each series, a summary of
 * each interval, and the histograms of the last intervals within {@value #MOST_BYTES} bytes; those of the window always. Thread-safe.
 */
public final class LiveModel {

    /** The longest window but that since the start, in s. */
    public static final int LONGEST_WINDOW_SECONDS = 60;

    /** Of which time single events are kept. */
    public static final long KEPT_NANOS = TimeUnit.MINUTES.toNanos(10);

    private static final long MOST_BYTES = 64L << 20;

    /** A call or stall may be told, and a call explained, so much later than it ended. */
    private static final long LATE_NANOS = TimeUnit.SECONDS.toNanos(6);

    private final Map<RowKey, LiveSeries> series = new LinkedHashMap<>();
    private final Map<List<Object>, LiveCauses> causes = new HashMap<>();
    private final LiveEvents events = new LiveEvents();
    private int windowSeconds = 10;
    private LiveSnapshot last;
    private final Deque<LiveInterval> intervals = new ArrayDeque<>();
    private long numberOfIntervals;
    private String problem = "";

    /** Begins with nothing, and a window of ten seconds. */
    public LiveModel() {}

    /**
     * The request whose answer {@link #update} takes.
     *
     * @return for what has changed since the last answer, and at the second time for single events of ten minutes, whose clock is known then
     */
    public synchronized Request next() {
        return last == null
                ? new Request.Snapshot(0, null)
                : new Request.Snapshot(last.number(), last.nanos() - (intervals.isEmpty() ? KEPT_NANOS : LATE_NANOS));
    }

    /**
     * Takes an answer. One that repeats the last snapshot changes nothing; one from another JVM or agent begins anew.
     *
     * @param answer the agent's
     * @return false if the agent has taken no snapshot since the last answer
     * @throws IllegalArgumentException if it is no answer to {@link #next}; the model stays as it was, or begins anew with the next
     *     answer
     */
    public synchronized boolean update(Answer answer) {
        if (answer.exitCode() != ExitCode.OK) {
            problem = answer.sentences().isEmpty()
                    ? "the agent refused"
                    : answer.sentences().get(0);
            return true;
        }
        LiveSnapshot snapshot = LiveSnapshot.of(answer);
        problem = "";
        if (last != null && !snapshot.origin().equals(last.origin())) {
            forget();
        }
        boolean isNew = last == null || snapshot.number() > last.number();
        try {
            take(snapshot);
        } catch (RuntimeException e) {
            forget(); // part of it was taken
            throw new IllegalArgumentException("the agent's answer contradicts those before: " + e.getMessage(), e);
        }
        return isNew;
    }

    private void take(LiveSnapshot snapshot) {
        if (last == null) {
            begin(snapshot);
        } else if (snapshot.number() > last.number()) {
            add(snapshot);
        }
        events.add(snapshot, KEPT_NANOS);
    }

    private void forget() {
        series.clear();
        causes.clear();
        events.clear();
        intervals.clear();
        last = null;
    }

    private void begin(LiveSnapshot snapshot) {
        snapshot.rows().forEach(row -> series.put(row.key(), new LiveSeries(row, snapshot.millis(), snapshot.nanos())));
        snapshot.causes().forEach(row -> causes(row).add(null, row));
        last = snapshot;
    }

    private LiveCauses causes(SlowCauses row) {
        return causes.computeIfAbsent(List.of(row.probe(), row.tags()), any -> new LiveCauses());
    }

    private void add(LiveSnapshot snapshot) {
        LiveInterval interval =
                new LiveInterval(++numberOfIntervals, last.nanos(), snapshot.nanos(), snapshot.millis());
        intervals.add(interval);
        for (LiveSnapshot.Row row : snapshot.rows()) {
            LiveSeries present = series.get(row.key());
            if (present != null && present.owner().equals(row.owner())) {
                present.add(interval, row);
            } else { // a copy that has the number of one that is gone may have counted under another number
                boolean isAllOfInterval =
                        present == null ? last.facts().leftOut() == 0 : row.startMillis() >= last.millis();
                series.put(
                        row.key(), isAllOfInterval ? LiveSeries.since(interval, row) : LiveSeries.late(row, snapshot));
            }
        }
        series.values()
                .removeIf(one -> one.count() < snapshot.facts().leastCount()); // it is not sent, whatever it does
        snapshot.causes().forEach(row -> causes(row).add(interval, row));
        last = snapshot;
        moveOn();
    }

    private void moveOn() {
        long oldestNanos = last.nanos() - KEPT_NANOS;
        intervals.removeIf(interval -> interval.toNanos() - oldestNanos <= 0);
        long bytes = 0;
        for (LiveSeries one : series.values()) {
            one.moveOn(windowFromNanos(), oldestNanos);
            bytes += one.drop(oldestNanos);
        }
        causes.values().forEach(one -> one.forget(oldestNanos));
        for (long keptNanos = KEPT_NANOS / 2; bytes > MOST_BYTES && keptNanos > windowNanos(); keptNanos /= 2) {
            bytes = 0;
            for (LiveSeries one : series.values()) {
                bytes += one.drop(last.nanos() - keptNanos);
            }
        }
    }

    private long windowNanos() {
        return TimeUnit.SECONDS.toNanos(windowSeconds == 0 ? LONGEST_WINDOW_SECONDS : windowSeconds);
    }

    /** Snapshots come half a second early or late at most. */
    private long windowFromNanos() {
        return last.nanos() - windowNanos() + TimeUnit.MILLISECONDS.toNanos(500);
    }

    /**
     * Says that the agent could not be asked.
     *
     * @param reason why, in one sentence
     */
    public synchronized void lost(String reason) {
        problem = reason;
    }

    /**
     * Chooses the time that figures are of.
     *
     * @param seconds 1 to {@value #LONGEST_WINDOW_SECONDS}; 0 for all since the probes began
     * @throws IllegalArgumentException if it is another number
     */
    public synchronized void window(int seconds) {
        if (seconds < 0 || seconds > LONGEST_WINDOW_SECONDS) {
            throw new IllegalArgumentException("a window of " + seconds + " s");
        }
        windowSeconds = seconds;
        if (last != null) {
            series.values().forEach(one -> one.widen(windowFromNanos()));
            moveOn();
        }
    }

    /**
     * What is known now.
     *
     * @return an immutable copy
     */
    public synchronized LiveView view() {
        if (last == null) {
            return new LiveView(null, problem, windowSeconds, 0, List.of(), List.of(), List.of(), List.of(), 0);
        }
        long fromMillis = last.millis() - spanMillis();
        List<LiveRow> rows = new ArrayList<>();
        double costPercent = 0;
        for (LiveSeries one : series.values()) {
            if (windowSeconds == 0 || one.knownNanos(last) > 0) {
                LiveRow row = row(one, fromMillis);
                rows.add(row);
                costPercent += row.costPercent();
            }
        }
        return new LiveView(
                last.facts(),
                problem,
                windowSeconds,
                last.millis() - fromMillis,
                List.copyOf(rows),
                events.stalls(),
                events.calls(),
                last.notReturned(),
                costPercent);
    }

    /** From the start of the first interval in the window. */
    private long spanMillis() {
        return intervals.stream()
                .filter(interval -> interval.toNanos() - windowFromNanos() > 0)
                .findFirst()
                .map(interval -> TimeUnit.NANOSECONDS.toMillis(last.nanos() - interval.fromNanos()))
                .orElse(0L);
    }

    private LiveRow row(LiveSeries one, long fromMillis) {
        Figures figures = windowSeconds == 0 ? one.total(last.millis()) : one.inWindow(fromMillis, last);
        RowKey key = one.key();
        String cause = key.isCalls() ? causes(key).main() : "";
        return new LiveRow(key, one.owner(), one.mode(), figures, key.isCalls() ? costPercent(figures) : 0, cause);
    }

    private double costPercent(Figures figures) {
        Costs costs = last.costs();
        double nanosPerCall = figures.count() == 0
                ? 0
                : (figures.timed() * costs.callNanos() + (figures.count() - figures.timed()) * costs.countNanos())
                        / figures.count();
        return PERCENT * nanosPerCall * figures.perSecond() / TimeUnit.SECONDS.toNanos(1);
    }

    /**
     * What one series did in the last ten minutes.
     *
     * @param key which
     * @return its intervals with calls, in order; empty where it is not known
     */
    public synchronized List<SeriesInterval> history(RowKey key) {
        return series.containsKey(key) ? series.get(key).history() : List.of();
    }

    /**
     * The times between the snapshots of the last ten minutes.
     *
     * @return in order
     */
    public synchronized List<LiveInterval> intervals() {
        return List.copyOf(intervals);
    }

    /**
     * The timed calls of one series in the window.
     *
     * @param key which
     * @return in ns; empty where it is not known
     */
    public synchronized Histogram histogram(RowKey key) {
        LiveSeries one = series.get(key);
        return one == null ? new Histogram(2) : one.histogram(windowSeconds == 0);
    }

    /**
     * What the slow calls of a probe were slow for in the window.
     *
     * @param key a series of the probe
     * @return the time by cause
     */
    public synchronized CauseParts causes(RowKey key) {
        LiveCauses ofProbe = causes.get(List.of(key.probe(), key.tags()));
        if (ofProbe == null) {
            return CauseParts.NONE;
        }
        return windowSeconds == 0 ? ofProbe.total() : ofProbe.since(windowFromNanos());
    }
}
