package org.latencyprobes.demo.fix.engine;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The client's side of an engine, logged on. */
public interface Initiator extends AutoCloseable {

    /** The time that logging on may take. */
    int LOGON_TIMEOUT_SECONDS = 60;

    /**
     * Creates the published NewOrderSingle with the start time in its ClOrdID, encodes and sends it. Always called by the same thread.
     *
     * @param startNanos comes back with the ExecutionReport
     */
    void send(long startNanos);

    /** Logs out, and ends its threads. */
    @Override
    void close() throws IOException;

    /** Waits until an engine has logged on. */
    static void await(CountDownLatch logon) throws IOException {
        try {
            if (!logon.await(LOGON_TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
                throw new IOException("no logon within " + LOGON_TIMEOUT_SECONDS + " s");
            }
        } catch (InterruptedException e) {
            throw new IOException("interrupted while logging on", e);
        }
    }
}
