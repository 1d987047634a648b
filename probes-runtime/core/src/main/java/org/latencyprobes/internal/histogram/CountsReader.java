package org.latencyprobes.internal.histogram;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.latencyprobes.internal.counts.KeptMemory;
import org.latencyprobes.internal.probe.Hub;
import org.latencyprobes.internal.probe.Timeline;

/**
 * A reader of every probe in the JVM, the agent's and those of every copy of this library.
 *
 * <p>It remembers what it has read and hands out differences. It takes nothing from other readers. What it remembers is packed to some
 * bytes for each counter that is not zero, and counted in {@link org.latencyprobes.internal.counts.MemoryCap}. Its intervals have the times of a
 * {@link Timeline}: they follow each other without a gap, but where the machine's clock is set forward, and each lasts at least 1 ms.
 *
 * <p>Thread-safe. Reading allocates and takes some 10 µs a probe, on the caller's thread; it never waits for a thread that records.
 * What another copy of the runtime has is read on a thread that is made for it, and waited for 5 s at most.
 */
public final class CountsReader {

    private static final Seen NOTHING = Seen.at(0);

    /** The memory of a key, a list of four. */
    private static final int KEY_BYTES = 56;

    private final Timeline timeline;
    private final KeptMemory share = KeptMemory.of(this);
    private Seen last = NOTHING;
    private Seen beforeLast = NOTHING;
    private PackedSnapshot.Packing packing;
    private long[] arrayNow;
    private long[] arrayBefore;

    /** The snapshots of a time. */
    private record Seen(long millis, Map<List<Object>, PackedSnapshot> snapshots) {

        static Seen at(long millis) {
            return new Seen(millis, new HashMap<>());
        }
    }

    /** Creates a reader; its first {@link #read} gives everything since the probes began. */
    public CountsReader() {
        this(Timeline.OURS);
    }

    /**
     * Creates a reader with a clock of its own.
     *
     * @param timeline where the times of what it reads come from
     */
    public CountsReader(Timeline timeline) {
        this.timeline = timeline;
    }

    /**
     * A reader that begins now: its first {@link #read} gives nothing of before. For whoever adds up what it is given.
     *
     * @return one that has read everything there is
     */
    public static CountsReader fromNow() {
        CountsReader reader = new CountsReader();
        reader.skip();
        return reader;
    }

    /**
     * Another reader that goes on where this one stands. From then on each moves by itself.
     *
     * @return one that has read what this one has read
     */
    public synchronized CountsReader copy() {
        CountsReader copy = new CountsReader(timeline);
        copy.last = last;
        copy.beforeLast = last;
        copy.share.set(copy.keptBytes());
        return copy;
    }

    /**
     * As {@link #read}, but if the receiver throws, the next read gives all of it again.
     *
     * @param each takes each, on this thread; must not keep it
     */
    public synchronized void readAll(Consumer<IntervalCounts> each) {
        Seen formerLast = last;
        Seen formerBeforeLast = beforeLast;
        try {
            read(each);
        } catch (Throwable e) { // out of memory, perhaps: nobody got what was read
            last = formerLast;
            beforeLast = formerBeforeLast;
            throw e;
        }
    }

    /**
     * What has been recorded since this reader's last read, or since the start: the counts of each probe and outcome, also of those that
     * recorded nothing. All of a read end at the same time, and each starts at the end of the read before it, or when its probes began.
     *
     * <p>If the receiver throws, the reading ends with that exception. The counts at which it threw, and those it was not given yet, come
     * with the next read.
     *
     * @param each takes each, on this thread; must not keep it
     */
    public synchronized void read(Consumer<IntervalCounts> each) {
        Seen now = Seen.at(Math.max(timeline.nowMillis(), last.millis() + 1));
        Map<String, List<Map<String, Object>>> owners = Hub.read();
        useRoom(new PackedSnapshot.Packing(), new long[0]);
        try {
            Hub.each(owners, (owner, reading) -> subtract(owner, reading, now, each));
        } finally {
            useRoom(null, null);
            carryOver(owners.keySet(), last, now);
            beforeLast = last;
            last = now;
            share.set(keptBytes());
        }
    }

    /** Room that all probes of one reading share: between readings there is none. */
    private void useRoom(PackedSnapshot.Packing ofPacking, long[] ofCounters) {
        packing = ofPacking;
        arrayNow = ofCounters;
        arrayBefore = ofCounters;
    }

    private long keptBytes() {
        long bytes = 0;
        for (Map.Entry<List<Object>, PackedSnapshot> entry : last.snapshots().entrySet()) {
            bytes += KEY_BYTES + entry.getValue().bytes(null);
        }
        for (Map.Entry<List<Object>, PackedSnapshot> entry :
                beforeLast.snapshots().entrySet()) {
            bytes += entry.getValue().bytes(last.snapshots().get(entry.getKey()));
        }
        return bytes;
    }

    /** Moves on to now: no later read gives what was recorded before. */
    public synchronized void skip() {
        read(counts -> {});
    }

    /** Takes the last {@link #read} back: the next one gives its samples again. For a receiver that could not keep them. */
    public synchronized void unread() {
        last = beforeLast;
    }

    /** What has no call since the last time is not read again. */
    private void subtract(String owner, Map<String, Object> reading, Seen now, Consumer<IntervalCounts> each) {
        List<Object> key = List.of(owner, reading.get(Hub.NAME), reading.get(Hub.TAGS), reading.get(Hub.OUTCOME));
        PackedSnapshot former = last.snapshots().get(key);
        long beginMillis = timeline.begin(Math.max((Long) reading.get(Hub.START_MILLIS), last.millis()));
        long startMillis = Math.min(beginMillis, now.millis() - 1);
        long[] calls = reading.get(Hub.CALLS) instanceof long[] given && given.length >= 2 ? given : null;
        if (former != null && former.isStill(calls, Hub.number(reading, Hub.SLOW))) {
            each.accept(new IntervalCounts(owner, reading, startMillis, now.millis()));
            now.snapshots().put(former.key(), former);
            return;
        }
        long[] read = Hub.counts(reading, arrayNow);
        if (read != null) {
            arrayNow = read;
            arrayBefore = former == null ? arrayBefore : former.unpack(arrayBefore);
            each.accept(new IntervalCounts(owner, former, arrayBefore, reading, startMillis, now.millis()));
            PackedSnapshot packed = PackedSnapshot.of(key, calls, reading, former, packing);
            now.snapshots().put(packed.key(), packed);
        }
    }

    /** Probes are never removed, so those that did not come this time have an owner that failed and may recover. */
    private static void carryOver(Set<String> owners, Seen before, Seen now) {
        before.snapshots().forEach((key, snapshot) -> {
            if (owners.contains(key.get(0))) {
                now.snapshots().putIfAbsent(key, snapshot);
            }
        });
    }
}
