package org.latencyprobes.sinks;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.util.concurrent.Semaphore;
import javax.net.ssl.SSLException;
import org.latencyprobes.agent.Log;
import org.latencyprobes.agent.backend.BackendState;

/**
 * One connection, on a thread of its own: a request, its answer, and the end. It waits for the other side for as long as that likes, until
 * the {@link ScrapePort} closes it.
 */
final class ScrapeConnection implements Runnable {

    private static final int LAST_MILLIS = 1_000;
    private static final int LAST_BYTES = 64 << 10;

    private final Socket socket;
    private final ScrapePort port;
    private final ScrapeAnswers answers;
    private final ScrapeTls tls;
    private final Semaphore turns;
    private final BackendState state;
    private volatile long sinceNanos = System.nanoTime();
    private volatile boolean isAsked;
    private volatile boolean isTurn;
    private volatile boolean isCut;

    /** The TLS is null for none. */
    ScrapeConnection(
            Socket socket, ScrapePort port, ScrapeAnswers answers, ScrapeTls tls, Semaphore turns, BackendState state) {
        this.socket = socket;
        this.port = port;
        this.answers = answers;
        this.tls = tls;
        this.turns = turns;
        this.state = state;
    }

    /** Since when it has been waiting for its request, or its answer has been under way, in {@link System#nanoTime}. */
    long sinceNanos() {
        return sinceNanos;
    }

    /** Whether its request is there. */
    boolean isAsked() {
        return isAsked;
    }

    /** Whether it keeps others from their turn. */
    boolean isTurn() {
        return isTurn;
    }

    @Override
    public void run() {
        Thread.currentThread().setContextClassLoader(ScrapeConnection.class.getClassLoader());
        try (Socket plain = socket;
                Socket talk = tls == null ? plain : tls.over(plain)) {
            serve(talk);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException | RuntimeException | LinkageError e) {
            failed(e);
        } finally {
            port.ended(this);
        }
    }

    /** Who asks for nothing, or for nonsense, is no scraper: that is not worth a line on the host's standard error. */
    private void failed(Throwable fault) {
        if (isTurn) {
            state.failed("a scrape: " + (isCut ? "its answer was not taken in time" : Log.describe(fault)));
        } else if (!isCut && fault instanceof SSLException && !isAsked) {
            state.noted("a scrape: " + Log.describe(fault));
        }
    }

    private void serve(Socket talk) throws IOException, InterruptedException {
        try {
            ScrapeRequest request = ScrapeRequest.read(talk.getInputStream());
            if (request != null) {
                isAsked = true;
                sinceNanos = System.nanoTime();
                answer(talk, request);
            }
        } catch (ScrapeRequest.Malformed e) {
            ScrapeAnswer.text(400, e.getMessage()).write(talk.getOutputStream(), false);
            end(talk);
        }
    }

    private void answer(Socket talk, ScrapeRequest request) throws IOException, InterruptedException {
        ScrapeAnswer refusal = answers.refusal(request);
        if (refusal != null) {
            refusal.write(talk.getOutputStream(), request.isHead());
        } else {
            inTurn(talk, request);
        }
        end(talk);
    }

    /** So many at a time, since each holds its whole answer. */
    private void inTurn(Socket talk, ScrapeRequest request) throws IOException, InterruptedException {
        turns.acquire();
        try {
            sinceNanos = System.nanoTime();
            isTurn = true;
            ScrapeAnswer answer = answers.to(request);
            answer.write(talk.getOutputStream(), request.isHead());
            isTurn = false;
            if (answer.isScrape()) {
                state.published();
            }
        } finally {
            turns.release();
        }
    }

    /** Takes what is still on its way: to close before would take back the answer. */
    private static void end(Socket talk) throws IOException {
        talk.shutdownOutput();
        talk.setSoTimeout(LAST_MILLIS);
        InputStream rest = talk.getInputStream();
        byte[] bytes = new byte[4 << 10];
        int taken = 0;
        int read = 0;
        while (read >= 0 && taken < LAST_BYTES) {
            taken += read;
            read = rest.read(bytes);
        }
    }

    /** Whatever its thread waits for fails. Not by its TLS, which would wait for that thread. */
    void cut() {
        isCut = true;
        try {
            socket.close();
        } catch (IOException e) {
            state.noted(Log.describe(e));
        }
    }
}
