package org.latencyprobes.demo.date;

import java.io.IOException;
import net.openhft.chronicle.core.util.NanoSampler;

/** A driver that lets a server in the same JVM make the call, over loopback TCP. */
final class RemoteDriver implements Driver {

    private final DateServer server;
    private final DateClient client;

    private RemoteDriver(DateServer server, DateClient client) {
        this.server = server;
        this.client = client;
    }

    static RemoteDriver start(NanoSampler outer, ExperimentSettings settings, boolean spinning) throws IOException {
        TimedCall call = new TimedCall(outer);
        CachePressure pressure = new CachePressure(settings.cachePressureBytes());
        DateServer server = DateServer.start(spinning, settings.serverCpu(), () -> {
            pressure.touch();
            call.run();
        });
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
