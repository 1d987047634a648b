package org.latencyprobes.agent.backend;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.zip.GZIPInputStream;

/** A backend that accepts what it is sent, or misbehaves. */
public final class HttpStub implements AutoCloseable {

    /** What was sent, how it is answered, and when it came, as {@link System#nanoTime} counts. */
    public record Received(String path, String contentType, String authorization, byte[] body, int code, long nanos) {

        public String text() {
            return new String(body, StandardCharsets.UTF_8);
        }
    }

    private final List<Received> received = new CopyOnWriteArrayList<>();
    private final CountDownLatch end = new CountDownLatch(1);
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HttpServer server;
    private volatile int code = 200;
    private volatile int nextCode = code;
    private volatile boolean silent;

    public HttpStub() {
        this(0);
    }

    /** Takes some time where the port has just been in use. */
    HttpStub(int port) {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
    }

    private void handle(HttpExchange exchange) throws IOException {
        long nanos = System.nanoTime();
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            int mine = code;
            code = nextCode;
            nextCode = mine;
            received.add(new Received(
                    exchange.getRequestURI().toString(),
                    exchange.getRequestHeaders().getFirst("Content-Type"),
                    exchange.getRequestHeaders().getFirst("Authorization"),
                    "gzip".equals(exchange.getRequestHeaders().getFirst("Content-Encoding")) ? unzipped(body) : body,
                    mine,
                    nanos));
            if (silent) {
                end.await();
            }
            byte[] answer = "answer of\u0000the\u001b[31mstub".getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(mine, answer.length);
            exchange.getResponseBody().write(answer);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static byte[] unzipped(byte[] body) throws IOException {
        try (InputStream content = new GZIPInputStream(new ByteArrayInputStream(body))) {
            return content.readAllBytes();
        }
    }

    public HttpStub answers(int next) {
        code = next;
        nextCode = next;
        return this;
    }

    /** Answers by turns. */
    HttpStub alternates(int one, int other) {
        code = one;
        nextCode = other;
        return this;
    }

    /** Takes everything and never answers. */
    public HttpStub isSilent(boolean next) {
        silent = next;
        return this;
    }

    int port() {
        return server.getAddress().getPort();
    }

    public String url() {
        return "http://127.0.0.1:" + port();
    }

    public List<Received> received() {
        return received;
    }

    @Override
    public void close() {
        end.countDown();
        server.stop(0);
        threads.shutdownNow();
    }
}
