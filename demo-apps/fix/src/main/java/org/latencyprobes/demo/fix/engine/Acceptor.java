package org.latencyprobes.demo.fix.engine;

import java.net.InetSocketAddress;

/** The server's side of an engine, listening. */
public interface Acceptor extends AutoCloseable {

    /** The address at which it listens, with the actual port. */
    InetSocketAddress address();

    /** Ends its session and its threads, and removes what the engine left outside its scratch folder. */
    @Override
    void close();
}
