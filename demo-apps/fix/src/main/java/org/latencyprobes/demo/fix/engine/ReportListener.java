package org.latencyprobes.demo.fix.engine;

/**
 * A listener to what comes back. A thread of the engine calls it. Closing waits for that thread, so the listener must not close the
 * session.
 */
public interface ReportListener {

    /**
     * An ExecutionReport came.
     *
     * @param startNanos what its ClOrdID holds
     */
    void received(long startNanos);

    /**
     * The session is broken. This is called once, and nothing is called after it.
     *
     * @param reason has a message that says what happened: a gap, garbage, silence, a lost connection
     */
    void failed(Exception reason);
}
