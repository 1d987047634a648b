package org.latencyprobes.internal.counts;

import java.util.ArrayList;
import java.util.List;

/** A memory that is used up, until it is closed. */
final class NoSpares implements AutoCloseable {

    private final List<byte[]> smallBuckets;
    private final List<long[]> buckets;
    private final List<long[]> stripeBuckets;
    private final List<long[][]> tables;

    NoSpares() {
        MemoryCap.cap(0);
        smallBuckets = all(Spares.SMALL_BUCKETS);
        buckets = all(Spares.BUCKETS);
        stripeBuckets = all(Spares.STRIPE_BUCKETS);
        tables = all(Spares.TABLES);
    }

    /** Takes all that a stock has. */
    static <A> List<A> all(Spares<A> stock) {
        List<A> taken = new ArrayList<>();
        for (A spare = stock.take(); spare != null; spare = stock.take()) {
            taken.add(spare);
        }
        return taken;
    }

    @Override
    public void close() {
        smallBuckets.forEach(Spares.SMALL_BUCKETS::give);
        smallBuckets.clear();
        buckets.forEach(Spares.BUCKETS::give);
        buckets.clear();
        stripeBuckets.forEach(Spares.STRIPE_BUCKETS::give);
        stripeBuckets.clear();
        tables.forEach(Spares.TABLES::give);
        tables.clear();
        MemoryCap.cap(MemoryCap.DEFAULT_CAP_BYTES);
    }
}
