package org.latencyprobes.demo.date.experiment;

import java.io.Closeable;
import java.io.IOException;

/** A maker of calls, one at a time, on whichever thread it has for them. */
public interface Driver extends Closeable {

    /**
     * Makes the call and waits until it is done.
     *
     * @param startNanos when it was due
     * @return the same time, as it came back
     */
    long call(long startNanos);

    @Override
    default void close() throws IOException {}

    /** A factory of drivers of a call. */
    interface DriverFactory {
        Driver create(Runnable call) throws IOException;
    }
}
