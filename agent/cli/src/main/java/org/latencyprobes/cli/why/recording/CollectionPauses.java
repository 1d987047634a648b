package org.latencyprobes.cli.why.recording;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * The pauses of collections together with the operations of the JVM in which they lie. An operation that does hardly more than to collect is the
 * collection's as a whole. Others, such as a heap dump, collect first and go on for long: of these only the collection's pause is. Stateless.
 */
final class CollectionPauses {

    /** What an operation may take besides a collection: an eighth of that, or so long. */
    private static final long MOST_BESIDES_NANOS = TimeUnit.MICROSECONDS.toNanos(500);

    private static final int MOST_BESIDES_PART = 8;

    private CollectionPauses() {}

    /**
     * Merges.
     *
     * @param collections pauses of collections, in any order
     * @param operations in any order, none within another
     * @return in no order, the time of an operation given to its collections, or beside them
     */
    static List<Pause> merged(List<Pause> collections, List<Pause> operations) {
        TreeMap<Long, Pause> byStart = new TreeMap<>();
        operations.forEach(operation -> byStart.put(operation.startNanos(), operation));
        TreeMap<Long, List<Pause>> within = new TreeMap<>();
        List<Pause> merged = new ArrayList<>(operations);
        for (Pause collection : collections) {
            Map.Entry<Long, Pause> operation = byStart.floorEntry(collection.startNanos());
            if (operation == null || operation.getValue().endNanos() < collection.endNanos()) {
                merged.add(collection);
            } else {
                within.computeIfAbsent(operation.getKey(), any -> new ArrayList<>())
                        .add(collection);
            }
        }
        within.forEach((start, inside) -> merge(byStart.get(start), inside, merged));
        return merged;
    }

    private static void merge(Pause operation, List<Pause> inside, List<Pause> merged) {
        long nanos = inside.stream().mapToLong(Pause::nanos).sum();
        if (operation.nanos() - nanos > Math.max(MOST_BESIDES_NANOS, nanos / MOST_BESIDES_PART)) {
            merged.addAll(inside); // the operation stays beside them, and counts after them
            return;
        }
        merged.remove(operation);
        inside.sort(Comparator.comparingLong(Pause::startNanos));
        for (int i = 0; i < inside.size(); i++) {
            long from = i == 0 ? operation.startNanos() : inside.get(i).startNanos();
            long to = i == inside.size() - 1
                    ? operation.endNanos()
                    : inside.get(i + 1).startNanos();
            merged.add(new Pause(true, from, to - from, inside.get(i).detail()));
        }
    }
}
