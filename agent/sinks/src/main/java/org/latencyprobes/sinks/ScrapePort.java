package org.latencyprobes.sinks;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.latencyprobes.agent.backend.BackendState;
import org.latencyprobes.agent.option.BackendSpec;

/** The port, with threads that are there while somebody scrapes. */
final class ScrapePort {

    private static final int MOST_THREADS = 4;
    private static final int BACKLOG = 16;
    private static final int MOST_WAITING = 64;
    private static final long IDLE_SECONDS = 30;

    private final HttpServer server;
    private final ThreadPoolExecutor threads;
    private final String url;

    private ScrapePort(HttpServer server, ThreadPoolExecutor threads, String url) {
        this.server = server;
        this.threads = threads;
        this.url = url;
    }

    static ScrapePort open(BackendSpec spec, BackendState state, Exposition exposition) throws IOException {
        String host = spec.setting("prometheus.host");
        int wanted = Integer.parseInt(spec.setting("prometheus.port"));
        InetAddress address = InetAddress.getByName(host);
        Access access = Access.of(spec);
        HttpServer server;
        try {
            server = HttpServer.create(new InetSocketAddress(address, wanted), BACKLOG);
        } catch (IOException e) {
            throw new IOException("cannot open port " + wanted + " of " + host + ": " + e.getMessage(), e);
        }
        ThreadPoolExecutor threads = threads();
        server.setExecutor(threads);
        server.createContext("/", new ScrapeHandler(exposition, access, state));
        server.start();
        int port = server.getAddress().getPort();
        String url = "http://" + (host.contains(":") ? '[' + host + ']' : host) + ':' + port + ScrapeHandler.PATH;
        announce(state, url, wanted == 0, !address.isLoopbackAddress() && access.isOpen());
        return new ScrapePort(server, threads, url);
    }

    private static void announce(BackendState state, String url, boolean chosen, boolean openToAll) {
        if (openToAll) {
            state.say(
                    url + " is open beyond this machine, and to everybody: set prometheus.token, or prometheus.user and"
                            + " prometheus.password");
        } else if (chosen) {
            state.say(url);
        }
    }

    /** Gone when there is nothing to do; scrapes that come while all are at work wait, and beyond that many are refused. */
    private static ThreadPoolExecutor threads() {
        ThreadPoolExecutor threads = new ThreadPoolExecutor(
                MOST_THREADS,
                MOST_THREADS,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(MOST_WAITING),
                ScrapePort::thread);
        threads.allowCoreThreadTimeOut(true);
        return threads;
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(null, work, "latency-probes-scrape", 0, false);
        thread.setDaemon(true);
        thread.setContextClassLoader(ScrapePort.class.getClassLoader());
        return thread;
    }

    String url() {
        return url;
    }

    void close() {
        server.stop(0);
        threads.shutdownNow();
        try {
            threads.awaitTermination(1, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
