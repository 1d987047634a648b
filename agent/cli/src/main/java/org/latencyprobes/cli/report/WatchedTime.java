package org.latencyprobes.cli.report;

import java.time.Instant;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.latencyprobes.cli.live.LiveInterval;
import org.latencyprobes.cli.live.LiveModel;
import org.latencyprobes.cli.live.LiveRow;
import org.latencyprobes.cli.live.RowKey;
import org.latencyprobes.cli.live.SeriesInterval;

/** The time for which a JVM was watched before its report; none where the model has seen nothing. For one thread. */
final class WatchedTime {

    private final LiveModel model;
    private final LiveInterval firstOrNull;
    private final LiveInterval last;

    /** By probe, tags, outcome, kind and owner: whoever reads it may number copies in another order. */
    private final Map<List<Object>, RowKey> keys = new HashMap<>();

    /** With samples, or without any. */
    private record Block(long fromNanos, long toNanos, SeriesInterval orNull) {}

    WatchedTime(LiveModel model) {
        this.model = model;
        List<LiveRow> rows = model.view().rows();
        rows.forEach(row -> keys.put(identity(row.key(), row.owner()), row.key()));
        long dropped = rows.stream()
                .flatMap(row -> model.history(row.key()).stream())
                .filter(interval -> interval.histogramBytes() == 0)
                .mapToLong(interval -> interval.interval().number())
                .max()
                .orElse(0);
        List<LiveInterval> kept = model.intervals().stream()
                .filter(interval -> interval.number() > dropped)
                .toList();
        firstOrNull = kept.isEmpty() ? null : kept.get(0);
        last = kept.isEmpty() ? null : kept.get(kept.size() - 1);
    }

    private static List<Object> identity(RowKey key, String owner) {
        return List.of(key.probe(), key.tags(), key.outcome(), key.kind(), owner);
    }

    /** Those whose histogram is kept, as all later ones are. */
    private List<SeriesInterval> intervals(RowKey series) {
        return model.history(series).stream()
                .filter(interval -> firstOrNull != null && interval.interval().number() >= firstOrNull.number())
                .toList();
    }

    boolean isNone() {
        return firstOrNull == null;
    }

    /** Says when it was. */
    void facts(Map<String, String> facts) {
        if (firstOrNull != null) {
            facts.put(
                    "Latency over time",
                    Instant.ofEpochMilli(millis(firstOrNull.fromNanos())) + " to "
                            + Instant.ofEpochMilli(last.toMillis()));
        }
    }

    /** By the JVM's clock for durations, so that intervals follow each other exactly. */
    private long millis(long nanos) {
        return last.toMillis() - TimeUnit.NANOSECONDS.toMillis(last.toNanos() - nanos);
    }

    /**
     * The samples of a series by intervals, with empty ones for the rest of the time. Empty where it had no sample. Each is unpacked when it is
     * read: those of many probes would not fit into memory.
     *
     * @param series which, whatever the number of its copy
     * @param owner the copy of the runtime that records it
     */
    List<Histogram> blocks(RowKey series, String owner) {
        List<Block> blocks = new ArrayList<>();
        List<SeriesInterval> intervals = intervals(keys.get(identity(series, owner)));
        if (intervals.isEmpty()) {
            return List.of();
        }
        long formerNanos = firstOrNull.fromNanos();
        for (SeriesInterval each : intervals) {
            LiveInterval interval = each.interval();
            blocks.add(new Block(formerNanos, interval.fromNanos(), null));
            blocks.add(new Block(interval.fromNanos(), interval.toNanos(), each));
            formerNanos = interval.toNanos();
        }
        blocks.add(new Block(formerNanos, last.toNanos(), null));
        blocks.removeIf(block -> block.fromNanos == block.toNanos);
        return new AbstractList<>() {
            @Override
            public Histogram get(int index) {
                return unpacked(blocks.get(index));
            }

            @Override
            public int size() {
                return blocks.size();
            }
        };
    }

    private Histogram unpacked(Block block) {
        Histogram samples = block.orNull == null ? new Histogram(2) : block.orNull.histogram();
        samples.setStartTimeStamp(millis(block.fromNanos));
        samples.setEndTimeStamp(millis(block.toNanos));
        return samples;
    }

    /** By kind, in the order of time. */
    Map<String, List<StallMark>> stalls() {
        return StallMark.byKind(model.view().stalls());
    }
}
