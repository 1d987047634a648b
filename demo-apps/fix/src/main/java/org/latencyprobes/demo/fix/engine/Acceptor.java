package org.latencyprobes.demo.fix.engine;

import java.io.IOException;
import java.net.InetSocketAddress;
import org.latencyprobes.demo.common.TcpServer;

/** The server's side of an engine, listening on loopback. */
public interface Acceptor extends AutoCloseable {

    /** The address at which it listens, with the actual port. */
    InetSocketAddress address();

    /** Ends its session and its threads. */
    @Override
    void close() throws IOException;

    /** The acceptor of an engine that leaves sockets to its users. */
    record OfTcp(TcpServer server) implements Acceptor {

        @Override
        public InetSocketAddress address() {
            return server.address();
        }

        @Override
        public void close() throws IOException {
            server.close();
        }
    }
}
