package org.latencyprobes.demo.fix.server;

import java.io.IOException;
import java.net.InetSocketAddress;
import org.latencyprobes.demo.fix.engine.Acceptor;
import org.latencyprobes.demo.fix.jvm.ResourceUsage;

/** The server of a measurement, wherever it runs. */
public interface Server extends AutoCloseable {

    /** The address to connect to. */
    InetSocketAddress address();

    /** Says that a run begins. */
    default void begin() throws IOException {}

    /** The resources that its JVM used for the run; none if it is this JVM, or cannot be asked. */
    default ResourceUsage usage() throws IOException {
        return ResourceUsage.none();
    }

    /** The continuation of a sentence that says how it ended, if it has ended by itself. */
    default String end() {
        return "";
    }

    @Override
    void close();

    /** A server in this JVM. */
    record Local(Acceptor acceptor) implements Server {
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
