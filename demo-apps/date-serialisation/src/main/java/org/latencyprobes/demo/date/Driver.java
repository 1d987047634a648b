package org.latencyprobes.demo.date;

import java.io.Closeable;
import java.io.IOException;
import net.openhft.chronicle.core.util.NanoSampler;

/** Makes one call at a time, on whichever thread it has for that. */
interface Driver extends Closeable {

    /**
     * Makes the call and waits until it is done.
     *
     * @param startNanos when it was due
     * @return the same time, as it came back
     */
    long call(long startNanos);

    @Override
    default void close() throws IOException {}

    /** Makes a driver whose calls the given recorder stands around. */
    interface DriverFactory {
        Driver create(NanoSampler outer) throws IOException;
    }
}
