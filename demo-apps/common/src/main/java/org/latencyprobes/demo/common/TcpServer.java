package org.latencyprobes.demo.common;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/** A server of one connection on loopback, with one thread. It ends when the client closes the connection or the server is closed. */
public final class TcpServer implements AutoCloseable {

    private final ServerSocketChannel listener;
    private final Thread thread;
    private volatile Exception failure;

    /** A handler that serves the connection until its other end is closed, which may be an {@link EOFException}. */
    public interface Handler {
        void serve(SocketChannel client) throws IOException;
    }

    private TcpServer(String name, boolean spinning, Handler handler) throws IOException {
        listener = ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        thread = new Thread(() -> run(spinning, handler), name);
        thread.setDaemon(true);
    }

    /**
     * Starts a server on a free port.
     *
     * @param name of its thread
     * @param spinning whether its socket is polled, instead of waiting in the kernel
     */
    public static TcpServer start(String name, boolean spinning, Handler handler) throws IOException {
        TcpServer server = new TcpServer(name, spinning, handler);
        server.thread.start();
        return server;
    }

    /** The address to connect to. */
    public InetSocketAddress address() {
        return (InetSocketAddress) listener.socket().getLocalSocketAddress();
    }

    /** Waits for the server's thread, which ends when the client disconnects, and throws what went wrong there. */
    @Override
    public void close() throws IOException {
        listener.close();
        join(thread);
        if (failure != null) {
            throw new IOException("the server failed", failure);
        }
    }

    /** Waits until a thread has ended. */
    public static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run(boolean spinning, Handler handler) {
        try (SocketChannel channel = listener.accept()) {
            Wire.configure(channel, spinning);
            handler.serve(channel);
        } catch (EOFException | ClosedChannelException e) {
            // the client has gone, or the server was closed before one came
        } catch (IOException | RuntimeException e) {
            failure = e;
        }
    }
}
