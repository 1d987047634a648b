package org.latencyprobes.cli.ui;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.latencyprobes.analysis.page.JsonText;
import org.latencyprobes.cli.ui.PageData.Row;

/**
 * The server-sent events of one open page: what has changed since the last. One thread sends; any may ask how long it has been writing, and cut
 * it off.
 */
final class EventStream {

    private final PageData data;
    private final Window window;
    private final Map<String, String> sent = new HashMap<>();
    private String sentPage = "";
    private OutputStream out;
    private Thread writer;
    private long writingSinceNanos;

    EventStream(PageData data, Window window) {
        this.data = data;
        this.window = window;
    }

    void begin(HttpExchange exchange) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", "text/event-stream; charset=utf-8");
        exchange.sendResponseHeaders(200, 0);
        out = exchange.getResponseBody();
    }

    void send() throws IOException {
        String page = data.page();
        String events = (page.equals(sentPage) ? "" : event("page", page)) + event("rows", changes());
        sentPage = page;
        writing(Thread.currentThread());
        try {
            out.write(events.getBytes(StandardCharsets.UTF_8));
            out.flush();
        } finally {
            writing(null);
        }
    }

    /** Who writes from now on; null for nobody. */
    private synchronized void writing(Thread threadOrNull) {
        writer = threadOrNull;
        writingSinceNanos = System.nanoTime();
    }

    private static String event(String name, String json) {
        return "event: " + name + "\ndata: " + json + "\n\n";
    }

    private String changes() {
        List<String> changed = new ArrayList<>();
        Map<String, String> gone = new HashMap<>(sent);
        for (Row row : data.rows(window)) {
            gone.remove(row.key());
            if (!row.json().equals(sent.put(row.key(), row.json()))) {
                changed.add(row.json());
            }
        }
        sent.keySet().removeAll(gone.keySet());
        return "{\"at\":"
                + JsonText.of(data.time()) + ",\"gone\":"
                + JsonText.of(List.copyOf(gone.keySet())) + ",\"rows\":[" + String.join(",", changed) + "]}";
    }

    /**
     * Ends the connection if the browser has not taken in that time what is written. It waits for nothing: interrupting a thread closes the
     * channel that it writes to, whereas closing the exchange would wait for the writer.
     */
    synchronized void cutAfter(long nanos) {
        if (writer != null && System.nanoTime() - writingSinceNanos > nanos) {
            writer.interrupt();
        }
    }
}
