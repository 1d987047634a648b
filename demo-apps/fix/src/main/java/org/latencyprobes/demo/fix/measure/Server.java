package org.latencyprobes.demo.fix.measure;

import java.io.IOException;
import java.net.InetSocketAddress;

/** The server of a measurement, wherever it runs. */
interface Server extends AutoCloseable {

    /** Where to connect. */
    InetSocketAddress address();

    /** A run begins. */
    default void begin() throws IOException {}

    /** What its JVM used for the run; nothing if it is ours, or cannot be asked. */
    default ResourceUsage usage() throws IOException {
        return ResourceUsage.none();
    }

    /** If it has ended by itself: how, to go on a sentence with. */
    default String end() {
        return "";
    }

    @Override
    void close();

    /** A server in this JVM. */
    record Local(org.latencyprobes.demo.fix.engine.Acceptor acceptor) implements Server {
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
    record Elsewhere(InetSocketAddress address) implements Server {
        @Override
        public void close() {}
    }
}
