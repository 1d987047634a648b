package org.latencyprobes.agent.base;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** A watch for the loading of a class of some name, by whichever loader. Thread-safe; one thread asks. */
public final class ClassWatch {

    /** A class takes less from when it is looked at until it is among the loaded ones. */
    private static final long LOADING_SECONDS = 5;

    static final long LOADING_NANOS = TimeUnit.SECONDS.toNanos(LOADING_SECONDS);

    private final String internalName;
    private final LongSupplier clock;
    private final long beginNanos;
    private volatile boolean seen;
    private boolean isSettled;

    ClassWatch(String internalName, LongSupplier clock) {
        this.internalName = internalName;
        this.clock = clock;
        beginNanos = clock.getAsLong();
    }

    void look(String name) {
        if (name.equals(internalName)) {
            seen = true;
        }
    }

    /**
     * Whether there may be one that was not loaded the last time that this was asked. A class that was being loaded when the watch began is not
     * seen, and whoever looked among the loaded ones then has not found it.
     *
     * @return true once for each, and once {@value #LOADING_SECONDS} s after the watch began
     */
    public boolean takeSeen() {
        boolean was = seen;
        if (was) {
            seen = false; // only then: one that is seen just now is told the next time
        }
        if (!isSettled && clock.getAsLong() - beginNanos >= LOADING_NANOS) {
            isSettled = true;
            return true;
        }
        return was;
    }
}
