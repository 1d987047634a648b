package org.latencyprobes.exporters.statsd;

import java.io.Closeable;
import java.io.IOException;

/** An open connection to a StatsD server. For one thread at a time. */
interface StatsdConnection extends Closeable {

    /** Sends one packet of lines. */
    void send(byte[] packet) throws IOException;

    /** Whether a refusal shows only when the next packet is sent, which then is not sent either. */
    boolean isConfirmedByTheNext();
}
