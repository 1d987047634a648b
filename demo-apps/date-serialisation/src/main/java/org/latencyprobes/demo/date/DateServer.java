package org.latencyprobes.demo.date;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import net.openhft.affinity.Affinity;

/**
 * A server of one connection on loopback, with one thread: it reads a message, makes the call, and writes the message back. It ends when
 * the client closes the connection or the server is closed.
 */
final class DateServer implements AutoCloseable {

    private static final int LARGEST_MESSAGE_BYTES = 32 * 1024;

    private final ServerSocketChannel listener;
    private final boolean spinning;
    private final int cpu;
    private final Runnable call;
    private final Thread thread = new Thread(this::run, "date-server");
    private volatile Exception failure;

    private DateServer(ServerSocketChannel listener, boolean spinning, int cpu, Runnable call) {
        this.listener = listener;
        this.spinning = spinning;
        this.cpu = cpu;
        this.call = call;
    }

    /**
     * Starts a server on a free port.
     *
     * @param call what is done for each message before it is answered
     */
    static DateServer start(boolean spinning, int cpu, Runnable call) throws IOException {
        ServerSocketChannel listener = ServerSocketChannel.open().bind(Wire.loopback(0));
        DateServer server = new DateServer(listener, spinning, cpu, call);
        server.thread.setDaemon(true);
        server.thread.start();
        return server;
    }

    int port() {
        return listener.socket().getLocalPort();
    }

    /** Waits for the server's thread, which ends when the client disconnects, and throws what went wrong there. */
    @Override
    public void close() throws IOException {
        listener.close();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (failure != null) {
            throw new IOException("the server failed", failure);
        }
    }

    private void run() {
        if (cpu != ExperimentSettings.NOT_PINNED) {
            Affinity.setAffinity(cpu);
        }
        try (SocketChannel channel = listener.accept()) {
            Wire.configure(channel, spinning);
            serve(channel);
        } catch (ClosedChannelException e) {
            // closed before a client connected
        } catch (IOException | RuntimeException e) {
            failure = e;
        }
    }

    private void serve(SocketChannel channel) throws IOException {
        ByteBuffer message = ByteBuffer.allocateDirect(LARGEST_MESSAGE_BYTES);
        while (true) {
            try {
                Wire.readMessage(channel, message);
            } catch (EOFException e) {
                return;
            }
            call.run();
            Wire.writeMessage(channel, message);
        }
    }
}
