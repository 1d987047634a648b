package org.latencyprobes.sinks;

import io.micrometer.core.ipc.http.HttpSender;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.latencyprobes.agent.Log;
import org.latencyprobes.agent.backend.BackendState;

/**
 * Sends as Micrometer's own sender does, by the JDK's {@link HttpURLConnection} with its proxies and TLS, but reads no more of an answer than
 * is of use and no longer than is reasonable, counts, and can be made to give up.
 */
final class HttpSending implements HttpSender {

    private static final int CONNECT_MILLIS = 1_000;
    private static final int READ_MILLIS = 10_000;
    private static final long ANSWER_NANOS = TimeUnit.SECONDS.toNanos(20);
    private static final int MOST_BYTES = 16 << 10;
    private static final int SHOWN = 120;

    private final BackendState state;
    private final Set<HttpURLConnection> open = ConcurrentHashMap.newKeySet();
    private volatile boolean aborted;

    HttpSending(BackendState state) {
        this.state = state;
    }

    @Override
    public Response send(Request request) throws IOException {
        try {
            Response response = answer(request);
            if (response.isSuccessful()) {
                state.published();
            } else {
                state.failed("answered " + response.code() + shown(response.body()));
            }
            return response;
        } catch (IOException | RuntimeException e) {
            state.failed(Log.describe(e));
            throw e;
        }
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
            connection.setConnectTimeout(CONNECT_MILLIS);
            connection.setReadTimeout(READ_MILLIS);
            connection.setInstanceFollowRedirects(false);
            connection.setRequestMethod(request.getMethod().name());
            for (Map.Entry<String, String> header : request.getRequestHeaders().entrySet()) {
                connection.setRequestProperty(header.getKey(), header.getValue());
            }
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
            connection.disconnect(); // nothing is left waiting in the JDK's cache of connections
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
        return bytes.toString(StandardCharsets.UTF_8);
    }

    /** Whoever waits for an answer gets an exception, and whoever asks from now on. */
    void abort() {
        aborted = true;
        open.forEach(HttpURLConnection::disconnect);
    }
}
