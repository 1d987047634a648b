package org.latencyprobes.sinks;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPOutputStream;
import org.latencyprobes.agent.Log;
import org.latencyprobes.agent.backend.BackendState;

/** Answers on {@code /metrics}. Thread-safe. */
final class ScrapeHandler implements HttpHandler {

    static final String PATH = "/metrics";

    private final Exposition exposition;
    private final Access access;
    private final BackendState state;

    ScrapeHandler(Exposition exposition, Access access, BackendState state) {
        this.exposition = exposition;
        this.access = access;
        this.state = state;
    }

    @Override
    public void handle(HttpExchange exchange) {
        try (exchange) {
            answer(exchange);
        } catch (IOException | RuntimeException | LinkageError e) {
            state.failed("a scrape: " + Log.describe(e));
        }
    }

    private void answer(HttpExchange exchange) throws IOException {
        Headers answer = exchange.getResponseHeaders();
        String method = exchange.getRequestMethod();
        if (!exchange.getRequestURI().getPath().equals(PATH)) {
            refuse(exchange, HttpURLConnection.HTTP_NOT_FOUND, "there is " + PATH);
        } else if (!method.equals("GET") && !method.equals("HEAD")) {
            answer.set("Allow", "GET, HEAD");
            refuse(exchange, HttpURLConnection.HTTP_BAD_METHOD, "GET or HEAD");
        } else if (!access.isGranted(exchange.getRequestHeaders().getFirst("Authorization"))) {
            access.challenges().forEach(challenge -> answer.add("WWW-Authenticate", challenge));
            refuse(exchange, HttpURLConnection.HTTP_UNAUTHORIZED, "not allowed");
        } else {
            expose(exchange, method.equals("HEAD"));
        }
    }

    private static void refuse(HttpExchange exchange, int code, String text) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", "text/plain; charset=utf-8");
        send(
                exchange,
                code,
                (text + '\n').getBytes(StandardCharsets.UTF_8),
                exchange.getRequestMethod().equals("HEAD"));
    }

    private void expose(HttpExchange exchange, boolean head) throws IOException {
        String accept = String.join(",", exchange.getRequestHeaders().getOrDefault("Accept", java.util.List.of()));
        byte[] content;
        try {
            content = exposition.content(accept);
        } catch (RuntimeException e) {
            state.failed("a scrape: " + Log.describe(e));
            refuse(exchange, HttpURLConnection.HTTP_INTERNAL_ERROR, "the metrics cannot be read");
            return;
        }
        exchange.getResponseHeaders().set("Content-Type", exposition.contentType(accept));
        exchange.getResponseHeaders().set("Vary", "Accept, Accept-Encoding");
        if (acceptsGzip(exchange)) {
            exchange.getResponseHeaders().set("Content-Encoding", "gzip");
            content = compressed(content);
        }
        send(exchange, HttpURLConnection.HTTP_OK, content, head);
        state.published();
    }

    private static boolean acceptsGzip(HttpExchange exchange) {
        return exchange.getRequestHeaders().getOrDefault("Accept-Encoding", java.util.List.of()).stream()
                .anyMatch(encodings -> encodings.matches("(?i).*\\bgzip\\b(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$)).*"));
    }

    private static byte[] compressed(byte[] content) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(content.length / 4);
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write(content);
        }
        return bytes.toByteArray();
    }

    private static void send(HttpExchange exchange, int code, byte[] content, boolean head) throws IOException {
        if (head) {
            exchange.getResponseHeaders().set("Content-Length", String.valueOf(content.length));
            exchange.sendResponseHeaders(code, -1);
        } else {
            exchange.sendResponseHeaders(code, content.length);
            exchange.getResponseBody().write(content);
        }
    }
}
