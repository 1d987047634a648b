package org.latencyprobes.counts;

import java.util.ArrayList;
import java.util.List;

/** Memory that is used up, until it is closed. */
final class NoSpares implements AutoCloseable {

    private final List<long[]> taken = new ArrayList<>();

    NoSpares() {
        Memory.cap(0);
        for (long[] spare = Spares.take(); spare != null; spare = Spares.take()) {
            taken.add(spare);
        }
    }

    @Override
    public void close() {
        taken.forEach(Spares::give);
        taken.clear();
        Memory.cap(Memory.DEFAULT_CAP_BYTES);
    }
}
