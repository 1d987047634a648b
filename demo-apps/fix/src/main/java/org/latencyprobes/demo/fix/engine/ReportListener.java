package org.latencyprobes.demo.fix.engine;

/** A listener to what comes back. A thread of the engine calls it. */
public interface ReportListener {

    /**
     * An ExecutionReport came.
     *
     * @param startNanos what its ClOrdID holds
     */
    void received(long startNanos);

    /** The session is broken. */
    void failed(Exception reason);
}
