package org.latencyprobes.demo.date;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import org.latencyprobes.demo.common.PublishedOrder;

/** A client that sends the order and waits for it to come back, one at a time. */
final class DateClient implements AutoCloseable {

    private final SocketChannel channel;
    private final ByteBuffer order;
    private final ByteBuffer answer;

    private DateClient(SocketChannel channel, byte[] order) {
        this.channel = channel;
        this.order = ByteBuffer.allocateDirect(order.length).put(order);
        this.answer = ByteBuffer.allocateDirect(order.length);
    }

    static DateClient connect(int port, boolean spinning) throws IOException {
        SocketChannel channel = SocketChannel.open(Wire.loopback(port));
        Wire.configure(channel, spinning);
        return new DateClient(channel, PublishedOrder.bytes());
    }

    /** Makes one round trip of an order that was due at the given time, and returns that time as the answer has it. */
    long exchange(long startNanos) {
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

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
