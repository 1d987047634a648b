package org.latencyprobes.exporters.scrape;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.latencyprobes.agent.backend.ExporterState;
import org.latencyprobes.agent.base.Log;
import org.latencyprobes.agent.option.BackendSpec;
import org.latencyprobes.internal.thread.DaemonThread;

/**
 * A port that takes connections, so many at a time, and closes those that keep it waiting.
 *
 * <p>One thread takes connections and looks after them. Each connection has a thread of its own for as long as it lasts, which
 * is one request. Where there is no room for another, the oldest of those that have no answer under way is closed: who may
 * scrape asks at once.
 */
public final class ScrapePort implements Runnable {

    private static final int MOST_CONNECTIONS = 64;
    private static final int MOST_ANSWERS = 4;
    private static final int BACKLOG = 64;
    private static final int POLL_MILLIS = 500;
    private static final long CLOSE_MILLIS = 1_000;
    private static final long REQUEST_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final long ANSWER_NANOS = TimeUnit.SECONDS.toNanos(30);

    private static final long END_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** How long an answer may be under way while others wait for their turn. */
    private static final long CROWDED_NANOS = TimeUnit.SECONDS.toNanos(3);

    private final ServerSocket server;
    private final ScrapeHandler handler;
    private final ScrapeTls tls;
    private final ExporterState state;
    private final String url;
    private final Semaphore turns = new Semaphore(MOST_ANSWERS, true);
    private final Set<ScrapeConnection> open = ConcurrentHashMap.newKeySet();
    private final Thread thread;

    private ScrapePort(ServerSocket server, ScrapeHandler handler, ScrapeTls tls, ExporterState state, String url) {
        this.server = server;
        this.handler = handler;
        this.tls = tls;
        this.state = state;
        this.url = url;
        thread = DaemonThread.of("latency-probes-scrape-port", this);
    }

    public static ScrapePort open(BackendSpec spec, ExporterState state, ScrapeHandler handler) throws IOException {
        String host = spec.setting("prometheus.host");
        int wanted = Integer.parseInt(spec.setting("prometheus.port"));
        InetAddress address = InetAddress.getByName(host);
        ScrapeTls tls = ScrapeTls.of(spec, state);
        ServerSocket server = bound(address, wanted, host);
        try {
            String url = (tls == null ? "http://" : "https://")
                    + (host.contains(":") ? '[' + host + ']' : host)
                    + ':'
                    + server.getLocalPort()
                    + ScrapeHandler.PATH;
            announce(state, url, wanted == 0, !address.isLoopbackAddress() && handler.isOpenToAll());
            ScrapePort port = new ScrapePort(server, handler, tls, state, url);
            port.thread.start();
            return port;
        } catch (Throwable e) { // no memory for a thread, perhaps: the next attempt needs the port
            server.close();
            throw e;
        }
    }

    private static ServerSocket bound(InetAddress address, int port, String host) throws IOException {
        ServerSocket server = new ServerSocket();
        try {
            server.setReuseAddress(true); // earlier connections that are still ending do no harm
            server.bind(new InetSocketAddress(address, port), BACKLOG);
            return server;
        } catch (IOException e) {
            server.close();
            throw new IOException("cannot open port " + port + " of " + host + ": " + e.getMessage(), e);
        }
    }

    private static void announce(ExporterState state, String url, boolean chosen, boolean openToAll) {
        if (openToAll) {
            state.say(
                    url + " is open beyond this machine, and to everybody: set prometheus.token, or prometheus.user and"
                            + " prometheus.password");
        } else if (chosen) {
            state.say(url);
        }
    }

    public String url() {
        return url;
    }

    @Override
    public void run() {
        while (!server.isClosed()) {
            try {
                takeNext();
                open.forEach(this::cutIfOverdue);
            } catch (IOException | RuntimeException | LinkageError | OutOfMemoryError e) {
                if (!server.isClosed()) {
                    state.noted("taking connections: " + Log.describe(e));
                    pause();
                }
            }
        }
    }

    private void takeNext() throws IOException {
        Socket socket;
        server.setSoTimeout(open.isEmpty() ? 0 : POLL_MILLIS); // without connections there is nothing to look after
        try {
            socket = server.accept();
        } catch (SocketTimeoutException nobodyCame) {
            return;
        }
        if (open.size() >= MOST_CONNECTIONS && !madeRoom()) {
            socket.close();
            return;
        }
        ScrapeConnection connection = new ScrapeConnection(socket, this, handler, tls, turns, state);
        open.add(connection);
        try {
            DaemonThread.of("latency-probes-scrape", connection).start();
        } catch (OutOfMemoryError noThread) {
            open.remove(connection);
            connection.cut();
            throw noThread;
        }
    }

    private boolean madeRoom() {
        ScrapeConnection oldest = null;
        for (ScrapeConnection one : open) {
            if (one.stage() != ScrapeConnection.Stage.ANSWER
                    && (oldest == null || one.openedNanos() - oldest.openedNanos() < 0)) {
                oldest = one;
            }
        }
        if (oldest == null) {
            return false;
        }
        open.remove(oldest); // its thread is about to end
        oldest.cut();
        return true;
    }

    private void cutIfOverdue(ScrapeConnection connection) {
        long mostNanos = mostNanos(connection.stage()); // read before the time, which the next stage sets anew
        long sinceNanos = System.nanoTime() - connection.sinceNanos();
        if (sinceNanos > mostNanos || sinceNanos > CROWDED_NANOS && connection.isTurn() && turns.hasQueuedThreads()) {
            connection.cut();
        }
    }

    private static long mostNanos(ScrapeConnection.Stage stage) {
        return switch (stage) {
            case REQUEST -> REQUEST_NANOS;
            case ANSWER -> ANSWER_NANOS;
            case END -> END_NANOS;
        };
    }

    /** Waits: files or threads may have run out, and not for a moment only. */
    private static void pause() {
        try {
            Thread.sleep(POLL_MILLIS);
        } catch (InterruptedException e) {
            return; // by the application, which interrupts all threads
        }
    }

    /** Forgets a connection; each calls this at its end. */
    void ended(ScrapeConnection connection) {
        open.remove(connection);
    }

    public void close() {
        try {
            server.close();
            thread.join(CLOSE_MILLIS);
            open.forEach(ScrapeConnection::cut);
            long deadlineNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(CLOSE_MILLIS);
            while (!open.isEmpty() && System.nanoTime() - deadlineNanos < 0) {
                Thread.sleep(1);
            }
        } catch (IOException e) {
            state.noted("closing the port: " + Log.describe(e));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
