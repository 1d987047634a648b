package org.latencyprobes.demo.fix.engine;

import java.time.Duration;

/** The client's side of an engine, logged on. */
public interface Initiator extends AutoCloseable {

    /** The time that connecting and logging on may take. */
    Duration LOGON_TIMEOUT = Duration.ofMinutes(1);

    /**
     * Creates the published NewOrderSingle with the start time in its ClOrdID, encodes and sends it. Always called by the same thread.
     * On a session that has broken it does nothing: {@link ReportListener#failed} has said so.
     *
     * @param startNanos comes back with the ExecutionReport
     */
    void send(long startNanos);

    /** Logs out, ends its threads, and removes what the engine left outside its scratch folder. */
    @Override
    void close();
}
