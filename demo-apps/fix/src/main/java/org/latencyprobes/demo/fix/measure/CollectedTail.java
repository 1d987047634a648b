package org.latencyprobes.demo.fix.measure;

import java.util.List;
import java.util.stream.IntStream;
import org.latencyprobes.demo.common.figures.Level;
import org.latencyprobes.demo.fix.jvm.CollectionPause;

/**
 * The round trips during which a collection stopped one of the sides, counted for the tail and for all.
 *
 * @param beyond how many took longer than p99, end to end
 * @param beyondCollected how many of these overlap a collection
 * @param collected how many of all do
 */
public record CollectedTail(int beyond, int beyondCollected, int collected) {

    static CollectedTail of(RoundTrips roundTrips, Timing endToEnd, List<CollectionPause> pauses) {
        long p99Nanos = (long) endToEnd.distribution().nanos(Level.P99);
        int[] beyond = roundTrips
                .indices()
                .filter(index -> roundTrips.endToEndNanos(index) > p99Nanos)
                .toArray();
        return new CollectedTail(
                beyond.length,
                collected(IntStream.of(beyond), roundTrips, pauses),
                collected(roundTrips.indices(), roundTrips, pauses));
    }

    private static int collected(IntStream indices, RoundTrips roundTrips, List<CollectionPause> pauses) {
        return (int) indices.filter(index -> pauses.stream()
                        .anyMatch(pause -> pause.overlaps(roundTrips.dueNanos(index), roundTrips.receivedNanos(index))))
                .count();
    }
}
