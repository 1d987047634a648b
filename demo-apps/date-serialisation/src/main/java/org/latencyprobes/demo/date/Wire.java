package org.latencyprobes.demo.date;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/**
 * The protocol between client and server. A message begins with 12 bytes: its length as an int, and the time at which its call was due, in
 * ns of {@link System#nanoTime()}, as a long.
 */
final class Wire {

    static final int HEADER_BYTES = Integer.BYTES + Long.BYTES;

    /** About a millisecond. Between two calls at the slowest usual rates there are fewer. */
    private static final int POLLS_BEFORE_YIELDING = 2_000;

    private static final int START_NANOS_OFFSET = Integer.BYTES;

    private Wire() {}

    static InetSocketAddress loopback(int port) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    /** Configures a channel without delay, to be polled by its reader or to wait in the kernel. */
    static void configure(SocketChannel channel, boolean spinning) throws IOException {
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        channel.configureBlocking(!spinning);
    }

    /** Writes the header over the message's first bytes. */
    static void stamp(ByteBuffer message, long startNanos) {
        message.putInt(0, message.capacity());
        message.putLong(START_NANOS_OFFSET, startNanos);
    }

    static long startNanos(ByteBuffer message) {
        return message.getLong(START_NANOS_OFFSET);
    }

    /** Reads one message to the start of the buffer, in however many pieces it comes, and nothing of the next. */
    static void readMessage(SocketChannel channel, ByteBuffer message) throws IOException {
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

    static void writeMessage(SocketChannel channel, ByteBuffer message) throws IOException {
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
