package org.latencyprobes.demo.fix.measure;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.latencyprobes.agent.kit.ConnectionThread;

/**
 * A proxy before a server, for one connection. After every so many bytes it holds everything back for 5 ms. It forwards a given number of bytes.
 * Once the server has echoed all of them, it ends the connection.
 */
final class StallingProxy implements AutoCloseable {

    static final long STALL_NANOS = 5_000_000;

    private final ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    private final InetSocketAddress server;
    private final long bytesBetweenStalls;
    private final long mostBytes;
    private final CountDownLatch allAnswered = new CountDownLatch(1);
    private final List<Stall> stalls = new CopyOnWriteArrayList<>();

    /** A time in which nothing came through, by {@link System#nanoTime()}. */
    record Stall(long startNanos, long endNanos) {}

    StallingProxy(InetSocketAddress server, long bytesBetweenStalls, long mostBytes) throws IOException {
        this.server = server;
        this.bytesBetweenStalls = bytesBetweenStalls;
        this.mostBytes = mostBytes;
        ConnectionThread.start(this::serve);
    }

    InetSocketAddress address() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), listener.getLocalPort());
    }

    List<Stall> stalls() {
        return stalls;
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }

    private void serve() throws IOException, InterruptedException {
        try (Socket client = listener.accept();
                Socket behind = new Socket(server.getAddress(), server.getPort())) {
            client.setTcpNoDelay(true);
            behind.setTcpNoDelay(true);
            ConnectionThread.start(() -> answer(behind.getInputStream(), client.getOutputStream()));
            if (forward(client.getInputStream(), behind.getOutputStream()) == mostBytes) {
                allAnswered.await();
            }
        }
    }

    /** Returns how many bytes. */
    private long forward(InputStream in, OutputStream out) throws IOException {
        byte[] buffer = new byte[1 << 16];
        long forwarded = 0;
        long nextStall = bytesBetweenStalls;
        for (int read; (read = in.read(buffer, 0, (int) Math.min(buffer.length, mostBytes - forwarded))) > 0; ) {
            out.write(buffer, 0, read);
            forwarded += read;
            if (forwarded >= nextStall) {
                nextStall = forwarded + bytesBetweenStalls;
                stall();
            }
        }
        return forwarded;
    }

    private void answer(InputStream in, OutputStream out) throws IOException {
        byte[] buffer = new byte[1 << 16];
        long answered = 0;
        try {
            for (int read; answered < mostBytes && (read = in.read(buffer)) > 0; answered += read) {
                out.write(buffer, 0, read);
            }
        } finally {
            allAnswered.countDown();
        }
    }

    private void stall() {
        long startNanos = System.nanoTime();
        long endNanos = startNanos;
        while (endNanos - startNanos < STALL_NANOS) {
            LockSupport.parkNanos(STALL_NANOS - (endNanos - startNanos));
            endNanos = System.nanoTime();
        }
        stalls.add(new Stall(startNanos, endNanos));
    }
}
