package org.latencyprobes.histogram;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.latencyprobes.counts.Snapshot;
import org.latencyprobes.probe.Hub;

/**
 * One reader of every probe in the JVM, the agent's and those of every copy of this library.
 *
 * <p>A reader remembers what it has read and hands out differences; it takes nothing from other readers. Thread-safe; reading
 * allocates and takes some 10 µs a probe, on the caller's thread.
 */
public final class IntervalReader {

    private Map<List<Object>, Seen> last = Map.of();
    private Map<List<Object>, Seen> beforeLast = Map.of();

    private record Seen(long millis, long[] snapshot) {}

    /** Creates a reader; its first {@link #read} gives everything since the probes began. */
    public IntervalReader() {}

    /**
     * What has been recorded since this reader's last read, or since the start.
     *
     * @return an interval for each probe and outcome that recorded anything
     */
    public synchronized List<Interval> read() {
        Map<List<Object>, Seen> now = new HashMap<>();
        List<Interval> intervals = difference(last, now);
        beforeLast = last;
        last = now;
        return intervals;
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
        return difference(Map.of(), new HashMap<>());
    }

    private static List<Interval> difference(Map<List<Object>, Seen> before, Map<List<Object>, Seen> now) {
        List<Interval> intervals = new ArrayList<>();
        Hub.read().forEach((owner, readings) -> {
            for (Map<String, Object> reading : readings) {
                List<Object> key =
                        List.of(owner, reading.get(Hub.NAME), reading.get(Hub.TAGS), reading.get(Hub.OUTCOME));
                Seen seen = new Seen(System.currentTimeMillis(), (long[]) reading.get(Hub.SNAPSHOT));
                if (seen.snapshot()[0] == Snapshot.LAYOUT) {
                    now.put(key, seen);
                    addDifference(intervals, reading, before.get(key), seen);
                }
            }
        });
        return intervals;
    }

    private static void addDifference(List<Interval> intervals, Map<String, Object> reading, Seen before, Seen now) {
        long startMillis = before == null ? (Long) reading.get(Hub.START_MILLIS) : before.millis();
        Difference difference = new Difference(before == null ? null : before.snapshot(), now.snapshot());
        if (!difference.isEmpty()) {
            intervals.add(difference.toInterval(reading, startMillis, now.millis()));
        }
    }
}
