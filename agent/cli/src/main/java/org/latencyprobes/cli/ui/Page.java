package org.latencyprobes.cli.ui;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.function.LongFunction;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.cli.jvm.AttachClient;
import org.latencyprobes.cli.jvm.UnreachableException;

/** A page about JVMs and logs, with the server that serves it. For one thread, but for what the server's threads do. */
public final class Page implements AutoCloseable {

    private static final long TURN_MILLIS = 1_000;

    private final boolean isControlled;
    private final List<Watched> watched = new ArrayList<>();
    private final List<WatchedJvm> jvms = new ArrayList<>();
    private final Set<Long> pids = ConcurrentHashMap.newKeySet();
    private final CountDownLatch end = new CountDownLatch(1);
    private PageView view;
    private EventStreams streams;
    private PageServer server;
    private String link;
    private Thread turns;

    /**
     * Creates a page of nothing.
     *
     * @param isControlled whether a browser may change what is probed
     */
    public Page(boolean isControlled) {
        this.isControlled = isControlled;
    }

    /**
     * Adds a JVM.
     *
     * @param pid its process id
     * @param clients makes the client of a JVM, by process id
     * @return success, or why its figures cannot be had
     * @throws UnreachableException if the JVM cannot be reached
     */
    public Answer add(long pid, LongFunction<AttachClient> clients) throws UnreachableException {
        WatchedJvm jvm = new WatchedJvm(pid, clients, pids);
        watched.add(jvm);
        jvms.add(jvm);
        return jvm.begin();
    }

    /**
     * Adds the logs of a finished run.
     *
     * @param logs a file, a folder or a glob
     * @return success
     * @throws IOException if a log cannot be read, or none is there
     * @throws IllegalArgumentException if the glob is malformed
     */
    public Answer add(String logs) throws IOException {
        watched.add(FinishedRun.read(logs));
        return new Answer();
    }

    /**
     * Opens a port on loopback, and serves the page from now on.
     *
     * @param port 0 for any
     * @return the link of the page, with its token
     * @throws IOException if the port is taken
     */
    public String open(int port) throws IOException {
        view = new PageView(watched, isControlled);
        streams = new EventStreams(view);
        server = PageServer.open(port);
        PageAccess access = new PageAccess(server.port());
        link = access.link(server.address(), server.port());
        server.start(new PageHandler(access, view, streams));
        turns = new Thread(this::turn, "latency-probes-page-turns");
        turns.setDaemon(true);
        turns.start();
        return link;
    }

    /** One turn each second, whether or not a JVM has answered meanwhile. */
    private void turn() {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                Thread.sleep(TURN_MILLIS); // pictures are drawn once a second, not for each answer
                view.refresh();
                streams.next();
            }
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Opens the link in the user's browser.
     *
     * @return false where none was found
     */
    public boolean browse() {
        return Browser.open(link);
    }

    /** Waits until the page is closed or the thread is interrupted. */
    public void await() {
        try {
            end.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        jvms.forEach(WatchedJvm::close);
        if (server != null) {
            turns.interrupt();
            streams.close();
            server.close();
        }
        end.countDown();
    }
}
