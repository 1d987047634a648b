package org.latencyprobes.cli.ui;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.ExitCode;
import org.latencyprobes.agent.protocol.slow.Remark;
import org.latencyprobes.cli.ui.PageFiles.PageFile;

/**
 * An answer to each request of a browser. It refuses what has another host, origin, token, method or path, and changes nothing unless control
 * was asked for. Thread-safe.
 */
final class PageHandler implements HttpHandler {

    /** What the page may do: run its own scripts, look as its own style says, ask this server. No exception to it. */
    static final String SECURITY_POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';"
            + " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    private static final Map<String, String> PROTECTION = Map.of(
            "Content-Security-Policy",
            SECURITY_POLICY,
            "Cache-Control",
            "no-store",
            "X-Content-Type-Options",
            "nosniff",
            "Referrer-Policy",
            "no-referrer",
            "Cross-Origin-Opener-Policy",
            "same-origin",
            "Cross-Origin-Resource-Policy",
            "same-origin",
            "X-Frame-Options",
            "DENY");

    private static final int MOST_FORM_BYTES = 8 << 10;
    private static final String TEXT = "text/plain; charset=utf-8";
    private static final String JSON = "application/json; charset=utf-8";

    private final PageAccess access;
    private final PageFiles files = new PageFiles();
    private final PageData data;
    private final EventStreams streams;

    PageHandler(PageAccess access, PageData data, EventStreams streams) {
        this.access = access;
        this.data = data;
        this.streams = streams;
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            PROTECTION.forEach(exchange.getResponseHeaders()::set);
            if (access.isOwnSite(exchange.getRequestHeaders())) {
                route(exchange);
            } else {
                answer(exchange, 403, TEXT, "This server answers its own page alone.\n");
            }
        }
    }

    private void route(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getRawPath();
        String method = exchange.getRequestMethod();
        PageFile file = files.at(path);
        boolean isControl = "/control".equals(path);
        if (file == null && !isControl && !"/events".equals(path) && !"/probe".equals(path)) {
            answer(exchange, 404, TEXT, "There is no such page.\n");
        } else if (!method.equals(isControl ? "POST" : "GET")) {
            exchange.getResponseHeaders().set("Allow", isControl ? "POST" : "GET");
            answer(exchange, 405, TEXT, "The method " + (isControl ? "POST" : "GET") + " is allowed.\n");
        } else if (file != null) {
            answer(exchange, 200, file.type(), file.content());
        } else if (!access.hasToken(exchange.getRequestHeaders())) {
            answer(exchange, 401, TEXT, "The token of the link that the command printed is missing.\n");
        } else if (isControl) {
            control(exchange);
        } else {
            read(exchange, Query.of(exchange.getRequestURI().getRawQuery()));
        }
    }

    private void read(HttpExchange exchange, Map<String, String> query) throws IOException {
        Window window = Window.named(query.get("window"));
        if (window == null) {
            answer(exchange, 400, TEXT, "There is no such window; there are " + Window.names() + ".\n");
        } else if ("/events".equals(exchange.getRequestURI().getRawPath())) {
            if (!streams.serve(exchange, window)) {
                answer(exchange, 503, TEXT, "Too many pages are open; close one.\n");
            }
        } else {
            answer(exchange, 200, JSON, data.probe(query));
        }
    }

    private void control(HttpExchange exchange) throws IOException {
        if (!data.isControlled()) {
            answer(exchange, 403, TEXT, "The page only reads: start the command with --control to change something.\n");
        } else if (!access.hasOrigin(exchange.getRequestHeaders())) {
            answer(exchange, 403, TEXT, "This server answers its own page alone.\n");
        } else {
            change(exchange);
        }
    }

    private void change(HttpExchange exchange) throws IOException {
        byte[] form;
        try (InputStream body = exchange.getRequestBody()) {
            form = body.readNBytes(MOST_FORM_BYTES + 1);
        }
        if (form.length > MOST_FORM_BYTES) {
            answer(exchange, 413, TEXT, "That is too long.\n");
        } else {
            Answer answer = data.change(Query.of(new String(form, StandardCharsets.UTF_8)));
            List<Remark> questions = answer.all(Remark.DEOPTIMISE, Remark.class);
            if (questions.isEmpty()) {
                int status = answer.exitCode() == ExitCode.OK ? 200 : 400;
                answer(exchange, status, TEXT, String.join("\n", answer.sentences()) + '\n');
            } else { // the user is to be asked, who can't type what the sentences advise
                answer(exchange, 409, TEXT, questions.get(0).sentence() + '\n');
            }
        }
    }

    private static void answer(HttpExchange exchange, int status, String type, String text) throws IOException {
        answer(exchange, status, type, text.getBytes(StandardCharsets.UTF_8));
    }

    private static void answer(HttpExchange exchange, int status, String type, byte[] content) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(status, content.length);
        exchange.getResponseBody().write(content);
    }
}
