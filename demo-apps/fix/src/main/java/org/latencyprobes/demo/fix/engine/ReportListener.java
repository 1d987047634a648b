package org.latencyprobes.demo.fix.engine;

/** Takes what comes back, on a thread of the engine's: which closing waits for, so it must not be closed from here. */
public interface ReportListener {

    /**
     * An ExecutionReport came.
     *
     * @param startNanos what its ClOrdID holds
     */
    void received(long startNanos);

    /**
     * The session is broken: said once; nothing comes after it.
     *
     * @param reason its message says what happened: a gap, garbage, silence, a lost connection
     */
    void failed(Exception reason);
}
