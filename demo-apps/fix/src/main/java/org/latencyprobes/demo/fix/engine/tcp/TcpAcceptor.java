package org.latencyprobes.demo.fix.engine.tcp;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import org.latencyprobes.demo.fix.engine.Acceptor;
import org.latencyprobes.demo.fix.engine.OrderDesk;

/** A server of one connection after the other, with one thread. It closes a connection that fails, and serves the next. */
public final class TcpAcceptor implements Acceptor {

    /** A handler that serves one connection until it ends. */
    public interface ConnectionHandler {

        /**
         * Serves the server's end of a connection.
         *
         * @throws IOException when it breaks, or is closed from outside
         */
        void serve(SocketChannel channel, OrderDesk desk) throws IOException;
    }

    private final ServerSocketChannel listener;
    private final InetSocketAddress address;
    private final boolean spinning;
    private final ConnectionHandler handler;
    private final OrderDesk desk = new OrderDesk();
    private final Thread thread;
    private volatile SocketChannel current;

    private TcpAcceptor(ServerSocketChannel listener, String name, boolean spinning, ConnectionHandler handler)
            throws IOException {
        this.listener = listener;
        this.address = (InetSocketAddress) listener.getLocalAddress();
        this.spinning = spinning;
        this.handler = handler;
        this.thread = new Thread(this::run, name + "-server");
    }

    /** Starts to listen. */
    public static TcpAcceptor start(InetSocketAddress at, String name, boolean spinning, ConnectionHandler handler)
            throws IOException {
        ServerSocketChannel listener = ServerSocketChannel.open();
        try {
            listener.bind(at);
        } catch (IOException e) {
            listener.close();
            throw new IOException("can't listen at " + at + ": " + e.getMessage(), e);
        }
        TcpAcceptor acceptor = new TcpAcceptor(listener, name, spinning, handler);
        acceptor.thread.setDaemon(true);
        acceptor.thread.start();
        return acceptor;
    }

    @Override
    public InetSocketAddress address() {
        return address;
    }

    @Override
    public void close() {
        Tcp.close(listener);
        SocketChannel open = current;
        if (open != null) {
            Tcp.close(open);
        }
        Tcp.join(thread);
    }

    private void run() {
        while (listener.isOpen()) {
            try (SocketChannel channel = listener.accept()) {
                current = channel;
                if (listener.isOpen()) {
                    handler.serve(Tcp.configured(channel, spinning), desk);
                }
            } catch (ClosedChannelException e) {
                // closed from either side
            } catch (IOException | RuntimeException e) {
                // the client notices the end of its connection
            }
        }
    }
}
