package org.latencyprobes.counts;

import java.util.ArrayList;
import java.util.List;

/** A memory that is used up, until it is closed. */
final class NoSpares implements AutoCloseable {

    private final List<long[]> octaves;
    private final List<long[]> windows;

    NoSpares() {
        Memory.cap(0);
        octaves = all(Spares.OCTAVES);
        windows = all(Spares.WINDOWS);
    }

    private static List<long[]> all(Spares stock) {
        List<long[]> taken = new ArrayList<>();
        for (long[] spare = stock.take(); spare != null; spare = stock.take()) {
            taken.add(spare);
        }
        return taken;
    }

    @Override
    public void close() {
        octaves.forEach(Spares.OCTAVES::give);
        octaves.clear();
        windows.forEach(Spares.WINDOWS::give);
        windows.clear();
        Memory.cap(Memory.DEFAULT_CAP_BYTES);
    }
}
