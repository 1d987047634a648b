package org.latencyprobes.demo.fix.measure;

import java.io.IOException;
import java.net.InetSocketAddress;

/** The server of a measurement, wherever it runs. */
interface Peer extends AutoCloseable {

    /** Where to connect. */
    InetSocketAddress address();

    /** A run begins. */
    default void begin() throws IOException {}

    /** What its JVM spent on the run; nothing if it is ours, or cannot be asked. */
    default SideFigures cut() throws IOException {
        return SideFigures.none();
    }

    /** If it has ended by itself: how, to go on a sentence with. */
    default String end() {
        return "";
    }

    @Override
    void close();

    /** A server in this JVM. */
    record Local(org.latencyprobes.demo.fix.engine.Acceptor acceptor) implements Peer {
        @Override
        public InetSocketAddress address() {
            return acceptor.address();
        }

        @Override
        public void close() {
            acceptor.close();
        }
    }

    /** A server that somebody else has started. */
    record Elsewhere(InetSocketAddress address) implements Peer {
        @Override
        public void close() {}
    }
}
