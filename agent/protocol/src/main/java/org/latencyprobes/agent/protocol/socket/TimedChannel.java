package org.latencyprobes.agent.protocol.socket;

import java.io.Closeable;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;

/**
 * A socket on which no wait is without end. Deadlines are times of {@link System#nanoTime}. One thread reads and writes; any may look whether
 * the other end has gone, write what needs no wait, and close.
 */
public final class TimedChannel implements Closeable {

    private final SocketChannel channel;
    private final Selector selector;
    private final SelectionKey key;

    /**
     * Takes over a connected channel.
     *
     * @param channel closed together with this, or if this fails
     * @throws IOException if the process has no files left
     */
    public TimedChannel(SocketChannel channel) throws IOException {
        this.channel = channel;
        Selector opened = null;
        try {
            channel.configureBlocking(false);
            opened = Selector.open();
            key = channel.register(opened, 0);
            selector = opened;
        } catch (IOException | RuntimeException | Error e) {
            try {
                channel.close();
            } finally {
                if (opened != null) {
                    opened.close();
                }
            }
            throw e;
        }
    }

    /**
     * Reads some bytes.
     *
     * @param into has room
     * @param deadlineNanos how long to wait for the first
     * @return how many, or −1 at the end
     * @throws SocketTimeoutException if none came in time
     * @throws IOException if the connection is broken
     */
    public int read(ByteBuffer into, long deadlineNanos) throws IOException {
        int count = channel.read(into);
        while (count == 0) {
            await(SelectionKey.OP_READ, deadlineNanos);
            count = channel.read(into);
        }
        return count;
    }

    /**
     * Writes all of a buffer.
     *
     * @param from what is to be written
     * @param deadlineNanos how long to wait for the other end to take it
     * @throws SocketTimeoutException if it did not in time
     * @throws IOException if the connection is broken
     */
    public void write(ByteBuffer from, long deadlineNanos) throws IOException {
        while (from.hasRemaining()) {
            if (channel.write(from) == 0) {
                await(SelectionKey.OP_WRITE, deadlineNanos);
            }
        }
    }

    /** Writes what the other end has room for at once. */
    public void writeNow(ByteBuffer from) throws IOException {
        channel.write(from);
    }

    /** Sends no more, and drops what the other end still sends, until that ends or the time is over. */
    public void endOutput(long deadlineNanos) throws IOException {
        channel.shutdownOutput();
        ByteBuffer dropped = ByteBuffer.allocate(1 << 10);
        while (System.nanoTime() - deadlineNanos < 0 && read(dropped.clear(), deadlineNanos) >= 0) {
            continue;
        }
    }

    /** Whether the other end sends no more; it may still read. What it has sent is dropped. */
    public boolean hasEnded() {
        try {
            return channel.read(ByteBuffer.allocate(1 << 10)) < 0;
        } catch (IOException e) {
            return true;
        }
    }

    private void await(int operation, long deadlineNanos) throws IOException {
        long leftNanos = deadlineNanos - System.nanoTime();
        if (leftNanos <= 0) {
            throw new SocketTimeoutException("the other end keeps this one waiting");
        }
        try {
            key.interestOps(operation);
            selector.select(TimeUnit.NANOSECONDS.toMillis(leftNanos) + 1);
            selector.selectedKeys().clear();
        } catch (CancelledKeyException | ClosedSelectorException byAnotherThread) {
            throw new ClosedChannelException();
        }
    }

    @Override
    public void close() throws IOException {
        try {
            channel.close();
        } finally {
            selector.close(); // wakes whoever waits; only then is the channel's file really closed
        }
    }
}
