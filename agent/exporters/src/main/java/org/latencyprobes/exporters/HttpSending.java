package org.latencyprobes.exporters;

import io.micrometer.core.instrument.push.PushRegistryConfig;
import io.micrometer.core.ipc.http.HttpSender;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.latencyprobes.agent.backend.ExporterState;
import org.latencyprobes.agent.base.Log;

/**
 * A sender of HTTP requests by the JDK's {@link HttpURLConnection}, with its proxies and TLS, as Micrometer's own. Unlike that
 * one it reads no more of an answer than is of use and no longer than is reasonable, counts failures, and can be made to give
 * up. Thread-safe.
 */
final class HttpSending implements HttpSender {

    private static final long ANSWER_NANOS = TimeUnit.SECONDS.toNanos(20);
    private static final int MOST_BYTES = 16 << 10;
    private static final int SHOWN = 120;

    private final ExporterState state;
    private final int connectMillis;
    private final int readMillis;
    private final AtomicLong undelivered = new AtomicLong();
    private final Set<HttpURLConnection> open = ConcurrentHashMap.newKeySet();
    private volatile boolean aborted;

    /** Creates a sender with the timeouts of a registry's configuration, which Micrometer leaves to the sender. */
    @SuppressWarnings("deprecation") // for those who make a sender of their own, as is done here
    HttpSending(ExporterState state, PushRegistryConfig config) {
        this.state = state;
        connectMillis = Math.toIntExact(config.connectTimeout().toMillis());
        readMillis = Math.toIntExact(config.readTimeout().toMillis());
    }

    @Override
    public Response send(Request request) throws IOException {
        try {
            Response response = answer(request);
            if (response.isSuccessful()) {
                state.published();
            } else {
                failed(request, "answered " + response.code() + shown(response.body()));
            }
            return response;
        } catch (IOException | RuntimeException e) {
            failed(request, Log.describe(e));
            throw e;
        }
    }

    private void failed(Request request, String message) {
        state.failed(message);
        if (request.getEntity().length > 0) {
            undelivered.incrementAndGet();
        }
    }

    /** How many requests with content failed so far. */
    long undelivered() {
        return undelivered.get();
    }

    private static String shown(String body) {
        String text = body.replaceAll("\\P{Print}+", " ").strip();
        return text.isEmpty() ? "" : ": " + text.substring(0, Math.min(SHOWN, text.length()));
    }

    private Response answer(Request request) throws IOException {
        HttpURLConnection connection = (HttpURLConnection) request.getUrl().openConnection();
        open.add(connection);
        try {
            if (aborted) {
                throw new IOException("the agent does not wait any longer");
            }
            connection.setConnectTimeout(connectMillis);
            connection.setReadTimeout(readMillis);
            connection.setInstanceFollowRedirects(false);
            connection.setRequestMethod(request.getMethod().name());
            for (Map.Entry<String, String> header : request.getRequestHeaders().entrySet()) {
                connection.setRequestProperty(header.getKey(), header.getValue());
            }
            connection.setRequestProperty("Connection", "close"); // or it would stay in the JDK's cache of connections
            if (request.getEntity().length > 0) {
                connection.setDoOutput(true);
                connection.setFixedLengthStreamingMode(request.getEntity().length);
                try (OutputStream body = connection.getOutputStream()) {
                    body.write(request.getEntity());
                }
            }
            return new Response(connection.getResponseCode(), body(connection));
        } finally {
            open.remove(connection);
            connection.disconnect();
        }
    }

    private static String body(HttpURLConnection connection) throws IOException {
        InputStream body = connection.getErrorStream();
        if (body == null && connection.getResponseCode() < HttpURLConnection.HTTP_BAD_REQUEST) {
            body = connection.getInputStream();
        }
        if (body == null) {
            return "";
        }
        long endNanos = System.nanoTime() + ANSWER_NANOS;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        byte[] buffer = new byte[1024];
        int read = body.read(buffer);
        while (read >= 0 && bytes.size() < MOST_BYTES && System.nanoTime() < endNanos) {
            bytes.write(buffer, 0, read);
            read = body.read(buffer);
        }
        if (read < 0 && bytes.size() < connection.getContentLengthLong()) {
            throw new EOFException("the answer breaks off");
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    /** Fails the requests that wait for an answer, and all later ones. */
    void abort() {
        aborted = true;
        open.forEach(HttpURLConnection::disconnect);
    }
}
