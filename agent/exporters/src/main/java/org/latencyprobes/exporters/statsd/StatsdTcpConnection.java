package org.latencyprobes.exporters.statsd;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A TCP connection that does not block: what a slow server does not take is dropped with the connection. */
final class StatsdTcpConnection implements StatsdConnection {

    private static final int CONNECT_MILLIS = 1_000;
    private static final long WRITE_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final SocketChannel channel = SocketChannel.open();

    StatsdTcpConnection(InetSocketAddress remote) throws IOException {
        try {
            channel.socket().connect(remote, CONNECT_MILLIS);
            channel.configureBlocking(false);
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    @Override
    public void send(byte[] packet) throws IOException {
        ByteBuffer rest = ByteBuffer.allocate(packet.length + 1)
                .put(packet)
                .put((byte) '\n')
                .flip();
        long endNanos = System.nanoTime() + WRITE_NANOS;
        while (rest.hasRemaining()) {
            if (channel.write(rest) == 0) {
                waitForRoom(endNanos);
            }
        }
    }

    @Override
    public boolean isConfirmedByTheNext() {
        return false;
    }

    private void waitForRoom(long endNanos) throws IOException {
        if (System.nanoTime() - endNanos > 0) {
            throw new SocketTimeoutException("the server takes nothing any more");
        }
        if (!channel.isOpen()) {
            throw new ClosedChannelException();
        }
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
