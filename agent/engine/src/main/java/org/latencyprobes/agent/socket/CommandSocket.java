package org.latencyprobes.agent.socket;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.latencyprobes.agent.base.Log;
import org.latencyprobes.agent.base.Progress;
import org.latencyprobes.agent.control.Answer;
import org.latencyprobes.agent.control.Request;
import org.latencyprobes.thread.DaemonThread;

/**
 * The socket over which commands come. One thread takes connections. Each connection has a thread of its own for as long as it lasts, which is
 * one request. There are few at a time, and none may keep its thread waiting. Thread-safe.
 */
public final class CommandSocket {

    /** Whoever answers. */
    public interface Handler {

        /**
         * Answers a request, on the connection's thread.
         *
         * @param request any
         * @param progress takes sentences from any thread, and knows whether the client is still there
         * @return what came of it, also where it failed
         */
        Answer answer(Request request, Progress progress);

        /** Told when a connection has ended, on its thread. */
        void ended();
    }

    static final int MOST_CONNECTIONS = 8;

    private static final long PAUSE_MILLIS = 500;
    private static final long CLOSE_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long WAIT_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final int MOST_MEGABYTES = 32;

    private final Handler handler;
    private final long waitNanos;
    private final int mostMegabytes;
    private final Set<Connection> connections = ConcurrentHashMap.newKeySet();
    private Listener listener;
    private boolean isOver;
    private volatile String place = "not open yet";

    /**
     * Opens nothing yet.
     *
     * @param handler answers all requests
     */
    public CommandSocket(Handler handler) {
        this(handler, WAIT_NANOS, MOST_MEGABYTES);
    }

    /** With the time that a client may take to send a request, and again to take the answer, and with how long that is at most. */
    CommandSocket(Handler handler, long waitNanos, int mostMegabytes) {
        this.handler = handler;
        this.waitNanos = waitNanos;
        this.mostMegabytes = mostMegabytes;
    }

    /**
     * Opens it, unless it is open or over. To be called again now and then: it is opened anew where somebody has removed its file, or
     * interrupted its thread. Without one, commands attach.
     */
    public synchronized void open() {
        if (isOver || listener != null && listener.isListening()) {
            return;
        }
        try {
            endListening();
            listener = Listener.start(this);
            place = listener.folder.socket().toString();
        } catch (IOException | RuntimeException | LinkageError | OutOfMemoryError e) {
            place = "none: " + Log.describe(e);
        }
    }

    /**
     * Where it is.
     *
     * @return its path, or why there is none
     */
    public String place() {
        return place;
    }

    private synchronized void openInPlaceOf(Listener ended) {
        if (listener == ended) {
            open();
        }
    }

    private void endListening() {
        if (listener != null) {
            listener.end();
            listener = null;
        }
    }

    Handler handler() {
        return handler;
    }

    long waitNanos() {
        return waitNanos;
    }

    int mostMegabytes() {
        return mostMegabytes;
    }

    void opened(Connection connection) {
        connections.add(connection);
    }

    void ended(Connection connection) {
        connections.remove(connection);
        handler.ended();
    }

    /**
     * Whether there are connections.
     *
     * @return true for as long as one of their threads is at work
     */
    public boolean isInUse() {
        return !connections.isEmpty();
    }

    /** Takes no more connections, for good, and waits for nothing. Those that are there stay. */
    public void end() {
        beginToEnd();
    }

    private synchronized Listener beginToEnd() {
        isOver = true;
        place = "none: the agent is leaving";
        Listener last = listener;
        endListening();
        return last;
    }

    /** Ends all connections but the caller's own, after a moment for those with an answer under way. */
    public void close() {
        Listener last = beginToEnd();
        long deadlineNanos = System.nanoTime() + CLOSE_NANOS;
        connections.forEach(Connection::cutIfIdle);
        connections.forEach(connection -> connection.endBy(deadlineNanos));
        if (last != null) {
            last.awaitEnd(deadlineNanos);
        }
    }

    private void serve(SocketChannel accepted, SocketFolder folder) throws IOException {
        TimedChannel channel = new TimedChannel(accepted);
        if (connections.size() >= MOST_CONNECTIONS) {
            try (channel) {
                channel.writeNow(
                        ByteBuffer.wrap(new HttpProblem("503 Service Unavailable", "too many connections").response()));
                return;
            }
        }
        Connection connection = new Connection(accepted, channel, folder.owner(), this);
        try {
            connection.start();
        } catch (OutOfMemoryError noThread) {
            connection.end();
            throw noThread;
        }
    }

    /** What takes connections, from one opening to its end. */
    private static final class Listener implements Runnable {

        private final CommandSocket socket;
        private final SocketFolder folder;
        private final ServerSocketChannel server;
        private final Thread thread = DaemonThread.of("latency-probes-socket", this);
        private final Thread cleaning = DaemonThread.of("latency-probes-stale-sockets", this::removeStale);

        private Listener(CommandSocket socket, SocketFolder folder) throws IOException {
            this.socket = socket;
            this.folder = folder;
            server = folder.listen();
        }

        static Listener start(CommandSocket socket) throws IOException {
            SocketFolder folder = SocketFolder.make(SocketPlace.TMP);
            Listener listener = new Listener(socket, folder);
            try {
                listener.thread.start();
            } catch (OutOfMemoryError noThread) {
                listener.end();
                throw noThread;
            }
            listener.clean();
            return listener;
        }

        private void clean() {
            try {
                cleaning.start();
            } catch (OutOfMemoryError noThread) {
                return; // the next agent tries again
            }
        }

        private void removeStale() {
            folder.removeStale(server::isOpen);
        }

        @Override
        public void run() {
            while (server.isOpen()) {
                try {
                    socket.serve(server.accept(), folder);
                } catch (ClosedChannelException e) {
                    Thread.interrupted(); // of applications that interrupt all threads, which closes what a thread
                    // waits at
                    continue; // this end's, or that of a client that has gone again
                } catch (IOException | RuntimeException | LinkageError | OutOfMemoryError e) {
                    pause(); // files or threads may have run out, and not for a moment only
                }
            }
            socket.openInPlaceOf(this);
        }

        private boolean isListening() {
            return server.isOpen() && folder.isThere();
        }

        private static void pause() {
            try {
                Thread.sleep(PAUSE_MILLIS); // nothing tells when there are files or threads again
            } catch (InterruptedException e) {
                return; // as above
            }
        }

        private void end() {
            folder.remove();
            try {
                server.close();
            } catch (IOException e) {
                Log.say("closing the socket: " + Log.describe(e));
            }
        }

        private void awaitEnd(long deadlineNanos) {
            try {
                for (Thread each : List.of(thread, cleaning)) {
                    long leftMillis = TimeUnit.NANOSECONDS.toMillis(deadlineNanos - System.nanoTime());
                    each.join(Math.max(1, leftMillis));
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
