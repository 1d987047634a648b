package org.latencyprobes.internal.probe;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentMap;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.latencyprobes.internal.counts.Snapshot;

/**
 * The meeting place of all copies of this library in a JVM: the agent's and those of applications, whatever loaded them.
 *
 * <p>An owner publishes a function that reads all its probes; a reader calls the functions of all owners. Only JDK types cross:
 * a {@link Supplier} of a list of maps, one map for each probe and outcome, with the keys named here and the snapshot as a
 * {@code long[]} ({@link Snapshot}). A map may be made when the list is asked for it, and may take its snapshot when
 * it is asked for that.
 * Functions are held weakly, so that a web application that is gone takes its probes with it.
 *
 * <p>There are two maps, and a reader looks into both. Where the agent is, {@link HubMaps} finds a map in the one class that the
 * agent defined on the bootstrap loader; else there is a map kept by the platform MBean server. Nothing moves when an agent
 * arrives later.
 *
 * <p>Thread-safe; nothing here is on the way of a sample.
 */
public final class Hub {

    /** Key of the probe's name, a {@code String}. */
    public static final String NAME = "name";

    /** Key of the probe's tags, a {@code Map<String, String>} in order. */
    public static final String TAGS = "tags";

    /** Key of the outcome, a {@code String}. */
    public static final String OUTCOME = "outcome";

    /** What ends the outcome of self times: they are readings of their own, of kind {@code self}. */
    public static final String SELF_SUFFIX = " self";

    /** Key of the kind, a {@code String}: {@code probe}, {@code jitter} or {@code self}. */
    public static final String KIND = "kind";

    /** Key of the time from which the counts are, a {@code Long} in ms since 1970. */
    public static final String START_MILLIS = "startMillis";

    /** Key of the counts, a {@code long[]}. */
    public static final String SNAPSHOT = "snapshot";

    /**
     * Key of the number of calls that were counted and not timed, a {@code Long}; they are not in {@link #SNAPSHOT}. Owners of
     * an older version do not give it.
     */
    public static final String UNTIMED = "untimed";

    /**
     * Key of how often the share of calls that are timed was changed, a {@code Long}: the samples of a time in which it grew are no uniform
     * choice of that time's calls. Owners of an older version do not
     * give it.
     */
    public static final String SHARE_CHANGES = "shareChanges";

    /**
     * Name of the jitter probes that hold the time of slow calls by cause: one for each probe and cause, which are their tags {@code probe}
     * and {@code cause}.
     */
    public static final String SLOW_CALLS = "jitter.slow";

    /**
     * Key of what was inside the calls, a {@code long[]}: calls of probes inside that were timed, the time in these in ns, of how many calls
     * that is not known, calls inside that were counted only, and how many calls had one of the same probe inside. Owners of an older version
     * do not give it.
     */
    public static final String INSIDE = "inside";

    /**
     * Key of what measuring takes, a {@code long[]} in ps: of a call that is timed, and of one that is counted only; 0 where the owner does not
     * know. Owners of an older version do not give it.
     */
    public static final String COST = "cost";

    /**
     * Key of the number of calls now, a {@code long[]}: of those that are timed, and of those that are counted only. To ask reads nothing
     * else and ends no period. Neither number ever shrinks; while both are the same, all else is. Owners of an older version do not give it.
     */
    public static final String CALLS = "calls";

    /**
     * Key of a function that reads the counts into an array of the reader's, a {@code UnaryOperator<long[]>}. It gives that array, or a new
     * one where it is too short, with {@link #SNAPSHOT} and zeros behind it. The other keys then have what was read. Owners of an older
     * version do not give it.
     */
    public static final String READ_INTO = "readInto";

    /**
     * Key of the last slow call that had a trace id, an {@code Object[]}: the id as a {@code String}, its duration in ns and the end in ms since
     * 1970, each a {@code Long}. Owners without such a call, and those of an older version, do not give it.
     */
    public static final String TRACED = "traced";

    /**
     * Key of the number of calls that were slow, a {@code Long}: over the threshold or, where the user has set none, not usual. It never shrinks.
     * Owners that keep no slow calls, and those of an older version, do not give it.
     */
    public static final String SLOW = "slow";

    /** The version of the protocol; another version has other maps. */
    static final String PROTOCOL = "latency-probes-1";

    private Hub() {}

    /**
     * A number of a reading that owners of an older version do not give.
     *
     * @param reading one map
     * @param key its key
     * @return the number; 0 where there is none
     */
    public static long number(Map<String, Object> reading, String key) {
        return reading.get(key) instanceof Long number ? number : 0;
    }

    /**
     * Numbers of a reading that owners of an older version do not give, or fewer of them.
     *
     * @param reading one map
     * @param key their key
     * @param length how many there are
     * @return so many or more; zeros where there are none
     */
    public static long[] numbers(Map<String, Object> reading, String key, int length) {
        long[] numbers = reading.get(key) instanceof long[] given ? given : new long[length];
        return numbers.length >= length ? numbers : Arrays.copyOf(numbers, length);
    }

    static void publish(Supplier<List<Map<String, Object>>> reading) {
        String owner = PROTOCOL + '/' + System.identityHashCode(reading) + '/' + System.nanoTime();
        HubMaps.toPublishIn().put(owner, new WeakReference<>(reading));
    }

    /**
     * Reads every probe of every owner.
     *
     * @return by owner, the maps of its probes, to be iterated over once; none for an owner whose function failed
     */
    public static Map<String, List<Map<String, Object>>> read() {
        Map<String, List<Map<String, Object>>> readings = new LinkedHashMap<>();
        for (ConcurrentMap<String, Object> map : HubMaps.toReadFrom()) {
            for (Map.Entry<String, Object> entry : new ArrayList<>(map.entrySet())) {
                Supplier<?> reading = functionIn(map, entry);
                if (reading != null) {
                    readings.putAll(readingOf(entry.getKey(), reading));
                }
            }
        }
        return readings;
    }

    /**
     * Goes through all that was read. What an owner has that fails is left out, and what is behind that: its loader may be closed.
     *
     * @param owners as {@link #read} gives them
     * @param each takes an owner and the map of one of its probes, on this thread
     */
    public static void each(
            Map<String, List<Map<String, Object>>> owners, BiConsumer<String, Map<String, Object>> each) {
        owners.forEach((owner, readings) -> {
            Iterator<Map<String, Object>> all = readings.iterator();
            for (Map<String, Object> reading = next(all); reading != null; reading = next(all)) {
                each.accept(owner, reading);
            }
        });
    }

    private static Map<String, Object> next(Iterator<Map<String, Object>> readings) {
        try {
            return readings.hasNext() ? readings.next() : null;
        } catch (RuntimeException | LinkageError ownerIsBroken) {
            return null;
        }
    }

    /**
     * Reads the counts of a probe, which {@link #SNAPSHOT} has then.
     *
     * @param reading its map
     * @param array any, which may get them
     * @return the array, or a longer one in its place; null for counts of a version to come, and where the owner fails
     */
    @SuppressWarnings("unchecked") // what the protocol promises
    public static long[] counts(Map<String, Object> reading, long[] array) {
        try {
            long[] counts = reading.get(READ_INTO) instanceof UnaryOperator<?> into
                    ? ((UnaryOperator<long[]>) into).apply(array)
                    : array;
            return reading.get(SNAPSHOT) instanceof long[] snapshot && snapshot[0] == Snapshot.LAYOUT ? counts : null;
        } catch (RuntimeException | LinkageError ownerIsBroken) { // its loader may be closed
            return null;
        }
    }

    private static Supplier<?> functionIn(ConcurrentMap<String, Object> map, Map.Entry<String, Object> entry) {
        if (!entry.getKey().startsWith(PROTOCOL + '/') || !(entry.getValue() instanceof WeakReference<?> reference)) {
            return null;
        }
        if (reference.get() instanceof Supplier<?> reading) {
            return reading;
        }
        map.remove(entry.getKey(), reference);
        return null;
    }

    @SuppressWarnings("unchecked") // what the protocol number promises
    private static Map<String, List<Map<String, Object>>> readingOf(String owner, Supplier<?> reading) {
        if (reading.getClass().getClassLoader() != Hub.class.getClassLoader()) {
            return Map.of(owner, ForeignOwner.read(owner, reading));
        }
        try {
            return Map.of(owner, (List<Map<String, Object>>) reading.get());
        } catch (RuntimeException
                | LinkageError ownerIsBroken) { // its loader may be closed: a fault of that copy, not of ours
            return Map.of(owner, List.of());
        }
    }
}
