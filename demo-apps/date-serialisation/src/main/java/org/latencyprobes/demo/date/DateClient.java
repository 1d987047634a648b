package org.latencyprobes.demo.date;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import org.latencyprobes.demo.common.PublishedOrder;

/** A driver that lets a server make the call: it sends the order over TCP and waits for it to come back. */
final class DateClient implements Driver {

    private final DateServer server;
    private final SocketChannel channel;
    private final ByteBuffer order;
    private final ByteBuffer answer;

    private DateClient(DateServer server, SocketChannel channel, byte[] order) {
        this.server = server;
        this.channel = channel;
        this.order = ByteBuffer.allocateDirect(order.length).put(order);
        this.answer = ByteBuffer.allocateDirect(order.length);
    }

    /** Connects to a server that ends with the client. */
    static DateClient of(DateServer server, boolean spinning) throws IOException {
        SocketChannel channel = SocketChannel.open(Wire.loopback(server.port()));
        Wire.configure(channel, spinning);
        return new DateClient(server, channel, PublishedOrder.bytes());
    }

    @Override
    public long call(long startNanos) {
        try {
            Wire.stamp(order, startNanos);
            order.clear();
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
