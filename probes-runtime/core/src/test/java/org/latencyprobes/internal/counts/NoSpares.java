package org.latencyprobes.internal.counts;

import java.util.ArrayList;
import java.util.List;

/** A memory that is used up, until it is closed. */
final class NoSpares implements AutoCloseable {

    private final List<byte[]> smallOctaves;
    private final List<Strata.ByStratum> byStratum;
    private final List<long[]> octaves;
    private final List<long[]> stripeOctaves;
    private final List<long[][]> tables;

    NoSpares() {
        MemoryCap.cap(0);
        smallOctaves = all(Spares.SMALL_OCTAVES);
        byStratum = all(Spares.BY_STRATUM);
        octaves = all(Spares.OCTAVES);
        stripeOctaves = all(Spares.STRIPE_OCTAVES);
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
        smallOctaves.forEach(Spares.SMALL_OCTAVES::give);
        smallOctaves.clear();
        byStratum.forEach(Spares.BY_STRATUM::give);
        byStratum.clear();
        octaves.forEach(Spares.OCTAVES::give);
        octaves.clear();
        stripeOctaves.forEach(Spares.STRIPE_OCTAVES::give);
        stripeOctaves.clear();
        tables.forEach(Spares.TABLES::give);
        tables.clear();
        MemoryCap.cap(MemoryCap.DEFAULT_CAP_BYTES);
    }
}
