package org.latencyprobes.histogram;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.latencyprobes.counts.Share;
import org.latencyprobes.counts.Snapshot;
import org.latencyprobes.probe.Hub;
import org.latencyprobes.probe.Timeline;

/**
 * One reader of every probe in the JVM, the agent's and those of every copy of this library.
 *
 * <p>A reader remembers what it has read and hands out differences; it takes nothing from other readers. What it remembers is packed, some
 * bytes for each counter that is not zero, and counted in {@link org.latencyprobes.counts.Memory}. Intervals have times of a {@link
 * Timeline}: they follow each other without gap, and none has no length. Thread-safe; reading
 * allocates and takes some 10 µs a probe, on the caller's thread.
 */
public final class IntervalReader {

    private static final Seen NOTHING = Seen.at(0);

    /** Of a key: a list of four. */
    private static final int KEY_BYTES = 56;

    private final Timeline timeline;
    private final Share share = Share.of(this);
    private Seen last = NOTHING;
    private Seen beforeLast = NOTHING;

    /** A time, and what was there then; null where nobody will ask. */
    private record Seen(long millis, Map<List<Object>, PackedSnapshot> baselines) {

        static Seen at(long millis) {
            return new Seen(millis, new HashMap<>());
        }
    }

    /** Creates a reader; its first {@link #read} gives everything since the probes began. */
    public IntervalReader() {
        this(Timeline.OURS);
    }

    IntervalReader(Timeline timeline) {
        this.timeline = timeline;
    }

    /**
     * A reader whose first {@link #read} gives what comes from now on, and nothing of before: for whoever adds up what it is given.
     *
     * @return one that has read everything there is
     */
    public static IntervalReader fromNow() {
        IntervalReader reader = new IntervalReader();
        reader.skip();
        return reader;
    }

    /**
     * Another reader that goes on where this one stands. From then on each moves by itself: what one reads or takes back, the other one
     * does not notice.
     *
     * @return one that has read what this one has read
     */
    public synchronized IntervalReader copy() {
        IntervalReader copy = new IntervalReader(timeline);
        copy.last = last;
        copy.beforeLast = last;
        copy.share.set(copy.keptBytes());
        return copy;
    }

    /**
     * What has been recorded since this reader's last read, or since the start. All intervals of a read end at the same time, and
     * each starts at the end of the read before it, or when its probes began.
     *
     * @return an interval for each probe and outcome that recorded anything
     */
    public synchronized List<Interval> read() {
        return read(false);
    }

    /**
     * As {@link #read}, and besides an interval without samples for each probe and outcome that recorded nothing: for sinks that
     * have to know which probes there are.
     *
     * @return an interval for each probe and outcome
     */
    public synchronized List<Interval> readAll() {
        return read(true);
    }

    private List<Interval> read(boolean withEmpty) {
        Seen now = Seen.at(Math.max(timeline.nowMillis(), last.millis() + 1));
        List<Interval> intervals = new ArrayList<>();
        difference(last, now, withEmpty, intervals::add);
        beforeLast = last;
        last = now;
        share.set(keptBytes());
        return intervals;
    }

    private long keptBytes() {
        long bytes = 0;
        for (Map.Entry<List<Object>, PackedSnapshot> entry : last.baselines().entrySet()) {
            bytes += KEY_BYTES + entry.getValue().bytes(null);
        }
        for (Map.Entry<List<Object>, PackedSnapshot> entry :
                beforeLast.baselines().entrySet()) {
            bytes += entry.getValue().bytes(last.baselines().get(entry.getKey()));
        }
        return bytes;
    }

    /**
     * Moves on to now: what was recorded before is given by no later read. For whoever adds up differences and must not begin with
     * those of an earlier time.
     */
    public synchronized void skip() {
        read(false);
    }

    /** Takes the last {@link #read} back: the next one gives its samples again. For a sink that could not keep them. */
    public synchronized void unread() {
        last = beforeLast;
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
        difference(NOTHING, new Seen(timeline.nowMillis(), null), false, each);
    }

    private static void difference(Seen before, Seen now, boolean withEmpty, Consumer<Interval> each) {
        Map<String, List<Map<String, Object>>> owners = Hub.read();
        owners.forEach((owner, readings) -> {
            Iterator<Map<String, Object>> all = readings.iterator();
            for (Map<String, Object> reading = next(all); reading != null; reading = next(all)) {
                Interval interval = difference(owner, reading, before, now, withEmpty);
                if (interval != null) {
                    each.accept(interval);
                }
            }
        });
        if (now.baselines() != null) {
            carryOver(owners.keySet(), before, now);
        }
    }

    /** Probes are never removed, so those that did not come this time have an owner that failed and may recover. */
    private static void carryOver(Set<String> owners, Seen before, Seen now) {
        before.baselines().forEach((key, baseline) -> {
            if (owners.contains(key.get(0))) {
                now.baselines().putIfAbsent(key, baseline);
            }
        });
    }

    private static Map<String, Object> next(Iterator<Map<String, Object>> readings) {
        try {
            return readings.hasNext() ? readings.next() : null;
        } catch (RuntimeException | LinkageError ownerIsBroken) { // its loader may be closed: the others are read
            return null;
        }
    }

    /** Null where nothing came, unless that is wanted too, or its layout is one that this version does not know. */
    private static Interval difference(
            String owner, Map<String, Object> reading, Seen before, Seen now, boolean withEmpty) {
        long[] snapshot = (long[]) reading.get(Hub.SNAPSHOT);
        if (snapshot[0] != Snapshot.LAYOUT) {
            return null;
        }
        List<Object> key = List.of(owner, reading.get(Hub.NAME), reading.get(Hub.TAGS), reading.get(Hub.OUTCOME));
        PackedSnapshot former = before.baselines().get(key);
        if (now.baselines() != null) {
            PackedSnapshot baseline = PackedSnapshot.of(key, snapshot, former);
            now.baselines().put(baseline.key(), baseline);
        }
        Difference difference = new Difference(former == null ? null : former.unpack(), snapshot);
        if (difference.isEmpty() && !withEmpty) {
            return null;
        }
        long startMillis = Math.max((Long) reading.get(Hub.START_MILLIS), before.millis());
        return difference.toInterval(reading, Math.min(startMillis, now.millis() - 1), now.millis());
    }
}
