package org.latencyprobes.agent.backend;

import java.util.function.Supplier;
import org.latencyprobes.internal.histogram.CountsReader;

/**
 * The counts that a backend was last sent, for a backend that is sent differences. They are kept for as long as a backend of that name is
 * wanted, whatever its options: opened again, it is sent what came since. For one thread.
 */
final class Baseline implements Supplier<CountsReader> {

    private CountsReader reader;
    private boolean isAskedFor;

    /** Begins where this reader stands. */
    Baseline(CountsReader reader) {
        this.reader = reader;
    }

    /**
     * Asked for by backends that are sent differences. Each is given a reader of its own, since one whose closing was given up may still
     * move its reader.
     */
    @Override
    public CountsReader get() {
        isAskedFor = true;
        reader = reader == null ? CountsReader.fromNow() : reader.copy();
        return reader;
    }

    /** The backend is open: where it is sent totals, nothing need be remembered. */
    void opened() {
        if (!isAskedFor) {
            reader = null;
        }
        isAskedFor = false;
    }
}
