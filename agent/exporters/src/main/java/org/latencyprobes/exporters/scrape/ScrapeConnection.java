package org.latencyprobes.exporters.scrape;

import java.io.IOException;
import java.net.Socket;
import java.util.concurrent.Semaphore;
import javax.net.ssl.SSLException;
import org.latencyprobes.agent.backend.ExporterState;
import org.latencyprobes.agent.base.Log;
import org.latencyprobes.agent.socket.HttpHead;

/**
 * A connection on a thread of its own: a request, its answer, and the end. It waits for the other side for as long as that
 * likes, until the {@link ScrapePort} closes it.
 */
final class ScrapeConnection implements Runnable {

    private static final int LAST_BYTES = 64 << 10;

    /** What it waits for: a request, the answer to one that was granted, or the other side's end of the connection. */
    enum Stage {
        REQUEST,
        ANSWER,
        END
    }

    private final Socket socket;
    private final ScrapePort port;
    private final ScrapeHandler handler;
    private final ScrapeTls tls;
    private final Semaphore turns;
    private final ExporterState state;
    private final long openedNanos = System.nanoTime();
    private volatile long sinceNanos = openedNanos;
    private volatile Stage stage = Stage.REQUEST;
    private volatile boolean isTurn;
    private volatile boolean isCut;

    /** Creates a connection that has not begun; the TLS is null for none. */
    ScrapeConnection(
            Socket socket,
            ScrapePort port,
            ScrapeHandler handler,
            ScrapeTls tls,
            Semaphore turns,
            ExporterState state) {
        this.socket = socket;
        this.port = port;
        this.handler = handler;
        this.tls = tls;
        this.turns = turns;
        this.state = state;
    }

    /** When it was opened, in {@link System#nanoTime}. */
    long openedNanos() {
        return openedNanos;
    }

    /** When this stage, or its turn, began, in {@link System#nanoTime}. */
    long sinceNanos() {
        return sinceNanos;
    }

    Stage stage() {
        return stage;
    }

    /** Whether it has one of the turns, for which others may wait. */
    boolean isTurn() {
        return isTurn;
    }

    @Override
    public void run() {
        Thread.currentThread().setContextClassLoader(ScrapeConnection.class.getClassLoader());
        try (Socket plain = socket;
                Socket talk = tls == null ? plain : tls.over(plain)) {
            serve(talk);
        } catch (IOException | RuntimeException | LinkageError e) {
            failed(e);
        } finally {
            port.ended(this);
        }
    }

    /** Counts a failed scrape. A connection that asked for nothing, or for nonsense, is none: it is not worth a line of the host's output. */
    private void failed(Throwable fault) {
        if (isTurn) {
            state.failed("a scrape: " + (isCut ? "its answer was not taken in time" : Log.describe(fault)));
        } else if (!isCut && fault instanceof SSLException && stage == Stage.REQUEST) {
            state.noted("a scrape: " + Log.describe(fault));
        }
    }

    private void serve(Socket talk) throws IOException {
        try {
            ScrapeRequest request = ScrapeRequest.read(talk.getInputStream());
            if (request != null) {
                answer(talk, request);
            }
        } catch (HttpHead.Malformed e) {
            refuse(talk, ScrapeAnswer.text(400, e.getMessage()), false);
        }
    }

    private void answer(Socket talk, ScrapeRequest request) throws IOException {
        ScrapeAnswer refusal = handler.refusal(request);
        if (refusal != null) {
            refuse(talk, refusal, request.isHead());
            return;
        }
        enter(Stage.ANSWER);
        inTurn(talk, request);
        enter(Stage.END);
        end(talk);
    }

    private void refuse(Socket talk, ScrapeAnswer refusal, boolean headOnly) throws IOException {
        enter(Stage.END);
        refusal.write(talk.getOutputStream(), headOnly);
        end(talk);
    }

    /** Sets the time first, so that nobody takes the time of the stage before for that of this one. */
    private void enter(Stage next) {
        sinceNanos = System.nanoTime();
        stage = next;
    }

    /** Answers when it has a turn: turns are few, since each answer is held as a whole. */
    private void inTurn(Socket talk, ScrapeRequest request) throws IOException {
        turns.acquireUninterruptibly(); // some applications interrupt all threads
        try {
            sinceNanos = System.nanoTime();
            isTurn = true;
            boolean isScrape = handler.writeMetrics(request, talk.getOutputStream());
            isTurn = false;
            if (isScrape) {
                state.published();
            }
        } finally {
            turns.release();
        }
    }

    /** Reads what is still on its way: closing before that could discard the answer. */
    private static void end(Socket talk) throws IOException {
        talk.shutdownOutput();
        talk.getInputStream().skip(LAST_BYTES);
    }

    /** Fails whatever its thread waits for. Closes the socket below the TLS, since closing the TLS would wait for that thread. */
    void cut() {
        isCut = true;
        try {
            socket.close();
        } catch (IOException e) {
            state.noted(Log.describe(e));
        }
    }
}
