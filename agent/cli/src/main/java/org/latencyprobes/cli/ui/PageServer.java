package org.latencyprobes.cli.ui;

import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * A web server on loopback, in the process of the command, of the JDK's {@code jdk.httpserver}.
 *
 * <p>It has so many connections and threads at most. A connection that has not sent its request after {@value #REQUEST_SECONDS} s is closed, and
 * so is one that asks nothing for {@value #IDLE_SECONDS} s. Each connection with a request under way has a thread, so that slow ones keep
 * nobody waiting.
 */
final class PageServer implements AutoCloseable {

    private static final int MOST_CONNECTIONS = 1_000;
    private static final int REQUEST_SECONDS = 5;
    private static final int IDLE_SECONDS = 10;
    private static final long STACK_BYTES = 512 << 10;

    private final HttpServer server;
    private final ThreadPoolExecutor threads;

    private PageServer(HttpServer server) {
        this.server = server;
        threads = new ThreadPoolExecutor(
                2, MOST_CONNECTIONS, IDLE_SECONDS, TimeUnit.SECONDS, new SynchronousQueue<>(), PageServer::thread);
        server.setExecutor(threads);
    }

    /**
     * Opens a port.
     *
     * @param port 0 for any
     * @throws IOException if the port is taken
     */
    static PageServer open(int port) throws IOException {
        limit("jdk.httpserver.maxConnections", MOST_CONNECTIONS);
        limit("sun.net.httpserver.maxReqTime", REQUEST_SECONDS);
        limit("sun.net.httpserver.idleInterval", IDLE_SECONDS);
        limit("sun.net.httpserver.maxReqHeaders", 100);
        limit("jdk.httpserver.maxReqHeaderSize", 32 << 10);
        System.setProperty("sun.net.httpserver.nodelay", "true");
        InetAddress loopback = InetAddress.getLoopbackAddress();
        try {
            return new PageServer(HttpServer.create(new InetSocketAddress(loopback, port), 0));
        } catch (BindException e) {
            throw new IOException("port " + port + " of " + loopback.getHostAddress() + ": " + e.getMessage(), e);
        }
    }

    /** What the JDK's server reads once, when its first class is loaded. Whoever has set it keeps it. */
    private static void limit(String property, int value) {
        System.getProperties().putIfAbsent(property, String.valueOf(value));
    }

    private static Thread thread(Runnable task) {
        Thread thread = new Thread(null, task, "latency-probes-page", STACK_BYTES);
        thread.setDaemon(true);
        return thread;
    }

    InetAddress address() {
        return server.getAddress().getAddress();
    }

    int port() {
        return server.getAddress().getPort();
    }

    /** Begins to answer. */
    void start(HttpHandler handler) {
        server.createContext("/", handler);
        server.start();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
