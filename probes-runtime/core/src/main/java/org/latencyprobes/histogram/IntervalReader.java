package org.latencyprobes.histogram;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.latencyprobes.counts.Snapshot;
import org.latencyprobes.probe.Hub;

/**
 * One reader of every probe in the JVM, the agent's and those of every copy of this library.
 *
 * <p>A reader remembers what it has read and hands out differences; it takes nothing from other readers. Thread-safe; reading
 * allocates and takes some 10 µs a probe, on the caller's thread.
 */
public final class IntervalReader {

    private static final Seen NOTHING = Seen.at(0);

    private Seen last = NOTHING;
    private Seen beforeLast = NOTHING;

    private record Seen(long millis, Map<List<Object>, long[]> snapshots) {

        static Seen at(long millis) {
            return new Seen(millis, new HashMap<>());
        }
    }

    /** Creates a reader; its first {@link #read} gives everything since the probes began. */
    public IntervalReader() {}

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
     * What has been recorded since this reader's last read, or since the start. All intervals of a read end at the same time, and
     * none starts before the read before it, even if the machine's clock was set back.
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
        Seen now = Seen.at(Math.max(System.currentTimeMillis(), last.millis()));
        List<Interval> intervals = new ArrayList<>();
        difference(last, now, withEmpty, intervals::add);
        beforeLast = last;
        last = now;
        return intervals;
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
        difference(NOTHING, Seen.at(System.currentTimeMillis()), false, each);
    }

    private static void difference(Seen before, Seen now, boolean withEmpty, Consumer<Interval> each) {
        Hub.read().forEach((owner, readings) -> {
            for (Map<String, Object> reading : readings) {
                List<Object> key =
                        List.of(owner, reading.get(Hub.NAME), reading.get(Hub.TAGS), reading.get(Hub.OUTCOME));
                long[] snapshot = (long[]) reading.get(Hub.SNAPSHOT);
                if (snapshot[0] == Snapshot.LAYOUT) {
                    now.snapshots().put(key, snapshot);
                    Difference difference = new Difference(before.snapshots().get(key), snapshot);
                    if (withEmpty || !difference.isEmpty()) {
                        each.accept(interval(difference, reading, before.millis(), now.millis()));
                    }
                }
            }
        });
    }

    private static Interval interval(
            Difference difference, Map<String, Object> reading, long beforeMillis, long nowMillis) {
        long startMillis = Math.max((Long) reading.get(Hub.START_MILLIS), beforeMillis);
        return difference.toInterval(reading, startMillis, nowMillis);
    }
}
