package org.latencyprobes.demo.date;

import java.io.IOException;

/** A driver that lets a server in the same JVM make the call, over loopback TCP. */
final class RemoteDriver implements Driver {

    private final DateServer server;
    private final DateClient client;

    private RemoteDriver(DateServer server, DateClient client) {
        this.server = server;
        this.client = client;
    }

    static RemoteDriver start(Runnable call, ExperimentSettings settings, boolean spinning) throws IOException {
        DateServer server = DateServer.start(spinning, settings.serverCpu(), call);
        return new RemoteDriver(server, DateClient.connect(server.port(), spinning));
    }

    @Override
    public long call(long startNanos) {
        return client.exchange(startNanos);
    }

    /** Closes the client first, which ends the server's thread. */
    @Override
    public void close() throws IOException {
        try (server) {
            client.close();
        }
    }
}
