package org.latencyprobes.cli.ui;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The server-sent events of all open pages: {@value #MOST} at most. Each page has a thread that sends what changed with each turn, which comes
 * once a second. A page that is slow misses turns and gets the latest. One that takes nothing for 20 s is cut off.
 * Thread-safe.
 */
final class EventStreams {

    private static final int MOST = 32;
    private static final Duration STUCK = Duration.ofSeconds(20);

    private final PageData data;
    private final long stuckNanos;
    private final Set<EventStream> open = ConcurrentHashMap.newKeySet();
    private long turn;
    private boolean isClosed;

    EventStreams(PageData data) {
        this(data, STUCK);
    }

    /** Cuts off pages that take nothing for another time. */
    EventStreams(PageData data, Duration stuck) {
        this.data = data;
        stuckNanos = stuck.toNanos();
    }

    /**
     * Sends events until the page is closed.
     *
     * @return false if there are too many pages; nothing is sent then
     */
    boolean serve(HttpExchange exchange, Window window) throws IOException {
        EventStream stream = new EventStream(data, window);
        synchronized (this) {
            if (pages() >= MOST || isClosed) {
                return false;
            }
            open.add(stream);
        }
        try {
            stream.begin(exchange);
            for (long seen = -1; (seen = await(seen)) >= 0; ) {
                stream.send();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            open.remove(stream);
        }
        return true;
    }

    /** Waits for a turn after the one that was seen. Returns −1 at the end. */
    private synchronized long await(long seen) throws InterruptedException {
        while (turn == seen && !isClosed) {
            wait();
        }
        return isClosed ? -1 : turn;
    }

    /** How many pages are open. */
    int pages() {
        return open.size();
    }

    /** Lets all pages be sent what is new. Waits for none. */
    void next() {
        synchronized (this) {
            turn++;
            notifyAll();
        }
        open.forEach(stream -> stream.cutAfter(stuckNanos));
    }

    synchronized void close() {
        isClosed = true;
        notifyAll();
    }
}
