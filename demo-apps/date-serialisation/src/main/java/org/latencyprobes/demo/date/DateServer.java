package org.latencyprobes.demo.date;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import net.openhft.affinity.Affinity;

/**
 * Serves one connection on loopback with one thread: reads a message, makes the call, writes the message back. It ends when the
 * client closes the connection or the server is closed.
 */
final class DateServer implements AutoCloseable {

    private static final int LARGEST_MESSAGE_BYTES = 32 * 1024;

    private final ServerSocketChannel listener;
    private final boolean spinning;
    private final int cpu;
    private final Runnable call;
    private final Runnable pressure;
    private final Thread thread = new Thread(this::run, "date-server");
    private volatile IOException failure;

    private DateServer(ServerSocketChannel listener, boolean spinning, int cpu, Runnable call, Runnable pressure) {
        this.listener = listener;
        this.spinning = spinning;
        this.cpu = cpu;
        this.call = call;
        this.pressure = pressure;
    }

    /**
     * Starts a server on a free port.
     *
     * @param call what is done for each message before it is answered
     * @param pressure what is done after the answer
     */
    static DateServer start(boolean spinning, int cpu, Runnable call, Runnable pressure) throws IOException {
        ServerSocketChannel listener = ServerSocketChannel.open().bind(Wire.loopback(0));
        DateServer server = new DateServer(listener, spinning, cpu, call, pressure);
        server.thread.setDaemon(true);
        server.thread.start();
        return server;
    }

    int port() {
        return listener.socket().getLocalPort();
    }

    /** Waits for the server's thread, which the client's leaving ends, and says what had gone wrong there. */
    @Override
    public void close() throws IOException {
        listener.close();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (failure != null) {
            throw failure;
        }
    }

    private void run() {
        if (cpu != Settings.NOT_PINNED) {
            Affinity.setAffinity(cpu);
        }
        try (SocketChannel channel = listener.accept()) {
            Wire.configure(channel, spinning);
            serve(channel);
        } catch (IOException e) {
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
            pressure.run();
        }
    }
}
