package org.latencyprobes.histogram;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.latencyprobes.internal.histogram.CountsReader;
import org.latencyprobes.internal.histogram.IntervalCounts;
import org.latencyprobes.internal.histogram.SeriesReader;
import org.latencyprobes.internal.probe.Timeline;

/**
 * A reader of every probe in the JVM, the agent's and those of every copy of this library.
 *
 * <p>It remembers what it has read and hands out differences. It takes nothing from other readers. Its intervals follow each other without
 * a gap, but where the machine's clock is set forward, and each lasts at least 1 ms.
 *
 * <p>Thread-safe. Reading allocates and takes some 10 µs a probe, on the caller's thread; it never waits for a thread that records.
 * What another copy of the runtime has is read on a thread that is made for it, and waited for 5 s at most.
 */
public final class IntervalReader {

    private final Timeline timeline;
    private final CountsReader reader;

    /** Creates a reader; its first {@link #read} gives everything since the probes began. */
    public IntervalReader() {
        this(Timeline.OURS);
    }

    IntervalReader(Timeline timeline) {
        this.timeline = timeline;
        this.reader = new CountsReader(timeline);
    }

    /**
     * A reader that begins now: its first {@link #read} gives nothing of before. For whoever adds up what it is given.
     *
     * @return one that has read everything there is
     */
    public static IntervalReader fromNow() {
        IntervalReader reader = new IntervalReader();
        reader.skip();
        return reader;
    }

    /**
     * What has been recorded since this reader's last read, or since the start. All intervals of a read end at the same time, and
     * each starts at the end of the read before it, or when its probes began.
     *
     * @return an interval for each probe and outcome that recorded anything
     */
    public List<Interval> read() {
        List<Interval> intervals = new ArrayList<>();
        reader.readAll(addTo(intervals::add));
        return intervals;
    }

    /** Moves on to now: no later read gives what was recorded before. */
    public void skip() {
        reader.skip();
    }

    /** Takes the last {@link #read} back: the next one gives its samples again. For a receiver that could not keep them. */
    public void unread() {
        reader.unread();
    }

    /**
     * What has been recorded since the start; does not move the reader.
     *
     * @return an interval for each probe and outcome that recorded anything
     */
    public List<Interval> total() {
        List<Interval> intervals = new ArrayList<>();
        total(intervals::add);
        return intervals;
    }

    /**
     * The same one by one, so that no more than one interval need be kept.
     *
     * @param each takes each interval, on this thread
     */
    public void total(Consumer<Interval> each) {
        Consumer<IntervalCounts> add = addTo(each);
        new SeriesReader(timeline).read(series -> {
            IntervalCounts counts = series.hasCalls() ? series.counts() : null;
            if (counts != null) {
                add.accept(counts);
            }
        });
    }

    private static Consumer<IntervalCounts> addTo(Consumer<Interval> each) {
        return counts -> {
            if (!counts.isEmpty()) {
                each.accept(Interval.of(counts));
            }
        };
    }
}
