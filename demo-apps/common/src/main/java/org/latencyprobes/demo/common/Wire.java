package org.latencyprobes.demo.common;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/**
 * The protocol between a client and a server that sends back what came. A message begins with 12 bytes: its length as an int, and the time at which its call was due, in
 * ns of {@link System#nanoTime()}, as a long.
 */
public final class Wire {

    private static final int HEADER_BYTES = Integer.BYTES + Long.BYTES;

    /** About a millisecond. Between two calls at the slowest usual rates there are fewer. */
    private static final int POLLS_BEFORE_YIELDING = 2_000;

    private static final int START_NANOS_OFFSET = Integer.BYTES;
    private static final int LARGEST_MESSAGE_BYTES = 32 * 1024;

    private Wire() {}

    /** Connects to a server, by a channel to be polled or to wait in the kernel. */
    public static SocketChannel connect(InetSocketAddress server, boolean spinning) throws IOException {
        SocketChannel channel = SocketChannel.open(server);
        configure(channel, spinning);
        return channel;
    }

    /** Configures a channel without delay, to be polled by its reader or to wait in the kernel. */
    static void configure(SocketChannel channel, boolean spinning) throws IOException {
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        channel.configureBlocking(!spinning);
    }

    /** Serves a client: makes a call for each message, and sends the message back. */
    public static void serve(SocketChannel channel, Runnable call) throws IOException {
        ByteBuffer message = ByteBuffer.allocateDirect(LARGEST_MESSAGE_BYTES);
        while (true) {
            readMessage(channel, message);
            call.run();
            writeMessage(channel, message);
        }
    }

    /** The published order as a message, to be {@link #stamp}ed and written again and again. */
    public static ByteBuffer order() {
        byte[] order = PublishedOrder.bytes();
        return ByteBuffer.allocateDirect(order.length).put(order);
    }

    /** Writes the header over the message's first bytes, and readies it to be written. */
    public static void stamp(ByteBuffer message, long startNanos) {
        message.putInt(0, message.capacity());
        message.putLong(START_NANOS_OFFSET, startNanos).clear();
    }

    /** The time in a message's header. */
    public static long startNanos(ByteBuffer message) {
        return message.getLong(START_NANOS_OFFSET);
    }

    /**
     * Reads one message to the start of the buffer, in however many pieces it comes, and nothing of the next.
     *
     * @throws EOFException if the other end has closed the connection
     */
    public static void readMessage(SocketChannel channel, ByteBuffer message) throws IOException {
        message.clear().limit(HEADER_BYTES);
        fill(channel, message);
        int length = message.getInt(0);
        if (length < HEADER_BYTES || length > message.capacity()) {
            throw new IOException(
                    "a message of " + length + " bytes: allowed is " + HEADER_BYTES + " to " + message.capacity());
        }
        message.limit(length);
        fill(channel, message);
        message.flip();
    }

    /** Writes what is left of a message. */
    public static void writeMessage(SocketChannel channel, ByteBuffer message) throws IOException {
        while (message.hasRemaining()) {
            if (channel.write(message) == 0) {
                Thread.onSpinWait();
            }
        }
    }

    /** A reader that polls gives its CPU to others after polling in vain for long: the writer may be waiting for it. */
    private static void fill(SocketChannel channel, ByteBuffer message) throws IOException {
        for (int polls = 0; message.hasRemaining(); polls++) {
            int read = channel.read(message);
            if (read < 0) {
                throw new EOFException("the other end closed the connection");
            }
            if (read == 0 && polls < POLLS_BEFORE_YIELDING) {
                Thread.onSpinWait();
            } else if (read == 0) {
                Thread.yield();
            }
        }
    }
}
