package org.latencyprobes.agent.socket;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.StringJoiner;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.latencyprobes.agent.base.Log;
import org.latencyprobes.agent.base.OpenFiles;
import org.latencyprobes.agent.base.Progress;
import org.latencyprobes.agent.base.ProgressTimeout;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.OpenArgument;
import org.latencyprobes.agent.protocol.Request;
import org.latencyprobes.agent.protocol.socket.SocketPlace;
import org.latencyprobes.agent.protocol.socket.TimedChannel;
import org.latencyprobes.internal.thread.DaemonThread;

/**
 * The socket over which commands come. One thread takes connections. Each connection has a thread of its own for as long as it lasts, which is
 * one request. There are few at a time, and none may keep its thread waiting. Where there are too many, or the JVM has no thread, the one that
 * takes connections answers the few requests by which somebody helps himself. Thread-safe.
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

    /** How long the one thread that takes connections may wait for a client. */
    private static final long SPARE_WAIT_NANOS = TimeUnit.SECONDS.toNanos(2);

    private static final long LOOK_MILLIS = TimeUnit.MINUTES.toMillis(1);

    private final Handler handler;
    private final long waitNanos;
    private final Set<Connection> connections = ConcurrentHashMap.newKeySet();
    private Listener listener;
    private int files;
    private boolean isOver;
    private volatile String place = "not open yet";

    /**
     * Opens nothing yet.
     *
     * @param handler answers all requests
     */
    public CommandSocket(Handler handler) {
        this(handler, WAIT_NANOS);
    }

    /** With the time that a client may take to send a request, and again to take each piece of the answer. */
    CommandSocket(Handler handler, long waitNanos) {
        this.handler = handler;
        this.waitNanos = waitNanos;
    }

    /**
     * Opens it, unless it is open or over. To be called again now and then: it is opened anew where somebody has removed its file, or
     * interrupted its thread.
     *
     * @return whether there is nothing left to do: it is open, or over
     */
    public synchronized boolean open() {
        if (isOver || listener != null && listener.isListening()) {
            return true;
        }
        try {
            endListening();
            initializeJdk();
            listener = Listener.start(this);
            place = listener.folder.socket().toString();
            return true;
        } catch (IOException | RuntimeException | LinkageError | OutOfMemoryError e) {
            place = OpenArgument.NONE + Log.describe(e);
            return false;
        }
    }

    /**
     * Initialises the JDK's classes for sockets. Where files run out meanwhile they fail for good, for the application too, so this comes right
     * after a look at how many are free. The last ones are left to the application; nor could what is half made be removed without some.
     */
    private static void initializeJdk() throws IOException {
        if (OpenFiles.free() < OpenFiles.LEFT_FREE) {
            throw new IOException("the last files that can be opened are left to the application");
        }
        ServerSocketChannel.open(StandardProtocolFamily.UNIX).close();
        Selector.open().close();
    }

    /**
     * Where it is.
     *
     * @return its path, or why there is none
     */
    public String place() {
        return place;
    }

    /** Until there is one again, or none any more is wanted: nothing else may wake a dormant agent. */
    private synchronized void openInPlaceOf(Listener ended) {
        boolean isDone = listener != ended;
        while (!isDone) {
            isDone = open();
            try {
                if (!isDone) {
                    wait(LOOK_MILLIS);
                }
            } catch (InterruptedException e) {
                continue; // of an application that interrupts all threads
            }
        }
    }

    /**
     * A file for what goes to a client.
     *
     * @return its path, in the socket's folder; no such file is there yet
     * @throws IOException if there is no socket
     */
    public synchronized Path newFile() throws IOException {
        if (listener == null) {
            throw new IOException("the agent has no socket");
        }
        return listener.folder.file(String.valueOf(++files));
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

    long waitNanos(boolean isSpare) {
        return isSpare ? Math.min(waitNanos, SPARE_WAIT_NANOS) : waitNanos;
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
        place = OpenArgument.LEAVING;
        notifyAll();
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
        boolean isRoom = connections.size() < MOST_CONNECTIONS;
        Connection connection = new Connection(accepted, channel, folder.owner(), this, !isRoom);
        opened(connection);
        if (isRoom) {
            try {
                connection.start();
                return;
            } catch (OutOfMemoryError noThread) {
                connection.becomeSpare();
            }
        }
        connection.run();
    }

    /** What takes connections, from one opening to its end. */
    private static final class Listener implements Runnable {

        private final CommandSocket socket;
        private final SocketFolder folder;
        private final ServerSocketChannel server;
        private final Selector selector;
        private final Thread thread = DaemonThread.lasting("latency-probes-socket", this);
        private final Thread cleaning = DaemonThread.of("latency-probes-stale-sockets", this::removeStale);

        private Listener(CommandSocket socket, SocketFolder folder) throws IOException {
            this.socket = socket;
            this.folder = folder;
            server = folder.listen();
            try {
                selector = Selector.open();
                server.configureBlocking(false);
                server.register(selector, SelectionKey.OP_ACCEPT);
            } catch (IOException | RuntimeException | Error e) {
                server.close();
                throw e;
            }
        }

        /** In the first place in which it can be. */
        static Listener start(CommandSocket socket) throws IOException {
            StringJoiner reasons = new StringJoiner("; ");
            for (String parent : SocketPlace.parents(System::getenv)) {
                try {
                    return start(socket, SocketFolder.make(Path.of(parent)));
                } catch (IOException e) {
                    reasons.add(Log.describe(e));
                }
            }
            throw new IOException(reasons.toString());
        }

        private static Listener start(CommandSocket socket, SocketFolder folder) throws IOException {
            try {
                Listener listener = new Listener(socket, folder);
                listener.begin();
                return listener;
            } catch (IOException | RuntimeException | Error e) {
                folder.remove();
                throw e;
            }
        }

        private void begin() {
            try {
                thread.start();
            } catch (OutOfMemoryError noThread) {
                end();
                throw noThread;
            }
            clean();
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
            long lookNanos = System.nanoTime();
            while (server.isOpen()) {
                try {
                    takeNext();
                } catch (ClosedChannelException | ClosedSelectorException e) {
                    continue; // this end's, or that of a client that has gone again
                } catch (IOException | RuntimeException | LinkageError | OutOfMemoryError e) {
                    pause(); // files or threads may have run out, and not for a moment only
                }
                if (System.nanoTime() - lookNanos > TimeUnit.MILLISECONDS.toNanos(LOOK_MILLIS)) {
                    lookNanos = System.nanoTime();
                    if (!folder.isThere()) { // whatever cleans up /tmp has removed it
                        end();
                    }
                }
            }
            socket.openInPlaceOf(this);
        }

        /** Where there is none within a while, does nothing. An interrupt, by an application that interrupts all threads, is none. */
        private void takeNext() throws IOException {
            Thread.interrupted();
            selector.select(LOOK_MILLIS);
            selector.selectedKeys().clear();
            Thread.interrupted();
            SocketChannel accepted = server.accept();
            if (accepted != null) {
                socket.serve(accepted, folder);
            }
        }

        private boolean isListening() {
            return server.isOpen() && thread.isAlive() && folder.isThere();
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
                selector.close(); // wakes whoever waits; only then is the socket really closed
            } catch (IOException e) {
                Log.say("closing the socket: " + Log.describe(e));
            }
        }

        private void awaitEnd(long deadlineNanos) {
            for (Thread each : List.of(thread, cleaning)) {
                if (each != Thread.currentThread()) { // which answers the request by which the agent leaves
                    ProgressTimeout.await(each, deadlineNanos - System.nanoTime());
                }
            }
        }
    }
}
