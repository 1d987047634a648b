package org.latencyprobes.demo.date.experiment;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import org.latencyprobes.demo.common.TcpServer;
import org.latencyprobes.demo.common.Wire;

/** A driver that lets a server make the call: it sends the order over TCP and waits for it to come back. */
public final class DateClient implements Driver {

    private final TcpServer server;
    private final SocketChannel channel;
    private final ByteBuffer order = Wire.order();
    private final ByteBuffer answer = Wire.order();

    private DateClient(TcpServer server, boolean spinning) throws IOException {
        this.server = server;
        this.channel = Wire.connect(server.address(), spinning);
    }

    /** Starts a server that makes the call for each message, and connects to it. It ends with the client. */
    public static DateClient start(Runnable call, boolean spinning) throws IOException {
        return new DateClient(TcpServer.start("date-server", spinning, channel -> Wire.serve(channel, call)), spinning);
    }

    @Override
    public long call(long startNanos) {
        try {
            Wire.stamp(order, startNanos);
            Wire.writeMessage(channel, order);
            Wire.readMessage(channel, answer);
            return Wire.startNanos(answer);
        } catch (IOException e) {
            throw new UncheckedIOException("the server did not answer", e);
        }
    }

    /** Closes the client first, which ends the server's thread. */
    @Override
    public void close() throws IOException {
        try (server) {
            channel.close();
        }
    }
}
