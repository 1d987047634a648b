package org.latencyprobes.cli.ui;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of what the server refuses, by bytes on a socket. */
final class PageServerTest {

    private static final String TOKEN = "T0ken";
    private static final String BEARER = "Authorization: Bearer " + TOKEN;

    private final FixedPage page = new FixedPage(false);
    private final EventStreams streams = new EventStreams(page);
    private PageServer server;
    private String host;

    @BeforeEach
    void open() throws IOException {
        server = PageServer.open(0);
        host = "127.0.0.1:" + server.port();
        server.start(new PageHandler(new PageAccess(server.port(), TOKEN), page, streams));
    }

    @AfterEach
    void close() {
        streams.close();
        server.close();
    }

    private RawAnswer get(String path, String... headers) throws IOException {
        return RawAnswer.to(server.port(), RawAnswer.request("GET", path, host, headers));
    }

    @Test
    void listensOnLoopbackAlone() {
        assertThat(server.address().isLoopbackAddress()).isTrue();
    }

    @Test
    void thePageComesWithoutTokenAndHasNoData() throws IOException {
        RawAnswer answer = get("/");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.body()).contains("<title>Latency Probes</title>").doesNotContain(TOKEN, "secret");
        assertThat(answer.body()).doesNotContainIgnoringCase("style=", "onclick", "<style", "javascript:");
    }

    @Test
    void everyAnswerForbidsWhatAPageNeedNotDo() throws IOException {
        for (RawAnswer answer : List.of(get("/"), get("/page.js"), get("/nothing"), get("/probe"))) {
            assertThat(answer.head().toLowerCase())
                    .contains(
                            "cache-control: no-store",
                            "x-content-type-options: nosniff",
                            "referrer-policy: no-referrer",
                            "content-security-policy: default-src 'none'; script-src 'self'; style-src 'self';")
                    .doesNotContain("unsafe", "access-control");
        }
    }

    @Test
    void aWindowThatThereIsNotIsNoOther() throws IOException {
        for (String path : List.of("/events?window=start", "/probe?probe=x&window=start")) {
            RawAnswer answer = get(path, "Authorization: Bearer " + TOKEN);
            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.body()).contains("There is no such window; there are 10s, 1m, all.");
        }
    }

    @Test
    @Tag("each-jdk")
    void dataNeedsTheToken() throws IOException {
        assertThat(get("/probe?probe=x").status()).isEqualTo(401);
        assertThat(get("/probe?probe=x&token=" + TOKEN).status()).isEqualTo(401);
        assertThat(get("/events").status()).isEqualTo(401);
        assertThat(get("/probe", "Authorization: Bearer T0keN").status()).isEqualTo(401);
        assertThat(get("/probe", "Authorization: Bearer ").status()).isEqualTo(401);
        assertThat(get("/probe", BEARER, BEARER).status()).isEqualTo(401);
        assertThat(get("/probe", BEARER).body()).contains("secret");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "evil.example",
                "evil.example:80",
                "127.0.0.1",
                "127.0.0.1.evil.example",
                "localhost:1",
                "0.0.0.0",
                ""
            })
    @Tag("each-jdk")
    void anotherHostIsRefused(String other) throws IOException {
        for (String path : List.of("/", "/probe", "/page.js")) {
            assertThat(RawAnswer.to(server.port(), RawAnswer.request("GET", path, other, BEARER))
                            .status())
                    .isIn(400, 403);
        }
    }

    @Test
    void twoHostsAreRefused() throws IOException {
        assertThat(get("/probe", "Host: evil.example", BEARER).status()).isIn(400, 403);
    }

    @Test
    void thisServersNamesAreTaken() throws IOException {
        for (String name : List.of("localhost", "127.0.0.1", "[::1]")) {
            assertThat(RawAnswer.to(
                                    server.port(),
                                    RawAnswer.request("GET", "/probe", name + ':' + server.port(), BEARER))
                            .status())
                    .isEqualTo(200);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://evil.example", "null", "https://127.0.0.1", "http://127.0.0.1:1"})
    void anotherOriginIsRefused(String origin) throws IOException {
        assertThat(get("/probe", BEARER, "Origin: " + origin).status()).isEqualTo(403);
        assertThat(get("/probe", BEARER, "Origin: http://" + host).status()).isEqualTo(200);
    }

    @Test
    void whatAnotherSiteFetchesIsRefused() throws IOException {
        assertThat(get("/page.js", "Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: no-cors", "Sec-Fetch-Dest: script")
                        .status())
                .isEqualTo(403);
        assertThat(get("/", "Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: document")
                        .status())
                .isEqualTo(200);
        assertThat(get("/", "Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: iframe")
                        .status())
                .isEqualTo(403);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/etc/passwd",
                "/../../etc/passwd",
                "/%2e%2e/%2e%2e/etc/passwd",
                "/page.js/..",
                "//page.js",
                "/page.html",
                "/page.js%00",
                "/favicon.ico"
            })
    void anyOtherPathIsRefused(String path) throws IOException {
        assertThat(get(path, BEARER).status()).isIn(400, 404);
    }

    @Test
    void otherMethodsAreRefused() throws IOException {
        for (String method : List.of("PUT", "DELETE", "OPTIONS", "POST", "TRACE")) {
            assertThat(RawAnswer.to(server.port(), RawAnswer.request(method, "/probe", host, BEARER))
                            .status())
                    .isEqualTo(405);
        }
        assertThat(get("/control", BEARER).status()).isEqualTo(405);
    }

    @Test
    void aPageThatOnlyReadsChangesNothing() throws IOException {
        RawAnswer answer = RawAnswer.to(
                server.port(),
                RawAnswer.request("POST", "/control", host, BEARER, "Origin: http://" + host, "Content-Length: 12")
                        + "action=probe");
        assertThat(answer.status()).isEqualTo(403);
        assertThat(answer.body()).contains("--control");
        assertThat(page.changes).isEmpty();
    }

    @Test
    void aChangeNeedsTokenAndOrigin() throws IOException {
        FixedPage controlled = new FixedPage(true);
        try (PageServer other = PageServer.open(0)) {
            other.start(new PageHandler(new PageAccess(other.port(), TOKEN), controlled, new EventStreams(controlled)));
            String own = "127.0.0.1:" + other.port();
            assertThat(change(other.port(), own, "Origin: http://" + own, "Authorization: Bearer other"))
                    .isEqualTo(401);
            assertThat(change(other.port(), own, BEARER)).isEqualTo(403);
            assertThat(change(other.port(), own, BEARER, "Origin: http://evil.example"))
                    .isEqualTo(403);
            assertThat(change(other.port(), "evil.example", BEARER, "Origin: http://evil.example"))
                    .isEqualTo(403);
            assertThat(controlled.changes).isEmpty();
            assertThat(change(other.port(), own, BEARER, "Origin: http://" + own))
                    .isEqualTo(200);
            assertThat(controlled.changes).containsExactly(Map.of("action", "mode", "probe", "a&b"));
            RawAnswer asked = sent("ask=1", other.port(), own, BEARER, "Origin: http://" + own);
            assertThat(asked.status())
                    .as("what the user is asked before, the page has to know")
                    .isEqualTo(409);
            assertThat(asked.body()).isEqualTo("it is slow for seconds\n");
        }
    }

    private static int change(int port, String name, String... headers) throws IOException {
        return sent("action=mode&probe=a%26b", port, name, headers).status();
    }

    private static RawAnswer sent(String form, int port, String name, String... headers) throws IOException {
        List<String> all = new ArrayList<>(List.of(headers));
        all.add("Content-Length: " + form.length());
        String request = RawAnswer.request("POST", "/control", name, all.toArray(new String[0])) + form;
        return RawAnswer.to(port, request);
    }

    @Test
    void aTakenPortIsSaid() {
        assertThatThrownBy(() -> PageServer.open(server.port()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("port " + server.port());
    }

    @Test
    void aPageIsSentWhatHasChangedAlone() throws IOException {
        page.rows.add(new PageData.Row("a", "{\"key\":\"a\",\"n\":1}"));
        page.rows.add(new PageData.Row("b", "{\"key\":\"b\",\"n\":1}"));
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.getOutputStream()
                    .write(RawAnswer.request("GET", "/events", host, BEARER).getBytes(StandardCharsets.UTF_8));
            StringBuilder got = new StringBuilder();
            awaitText(socket, got, "\"n\":1},{");
            page.rows.set(0, new PageData.Row("a", "{\"key\":\"a\",\"n\":2}"));
            page.rows.remove(1);
            got.setLength(0);
            streams.next();
            awaitText(socket, got, "\"n\":2}");
            assertThat(got).contains("\"at\":\"20:19:00\",\"gone\":[\"b\"]").doesNotContain("event: page", "\"n\":1");
        }
    }

    private static void awaitText(Socket socket, StringBuilder got, String text) {
        Awaitility.await().atMost(Duration.ofMinutes(5)).until(() -> {
            byte[] bytes = new byte[socket.getInputStream().available()];
            got.append(new String(bytes, 0, socket.getInputStream().read(bytes), StandardCharsets.UTF_8));
            return got.indexOf(text) >= 0;
        });
    }

    @Test
    void noMoreThanSomePagesAreServed() throws IOException {
        List<Socket> pages = new ArrayList<>();
        try {
            for (int i = 0; i < 32; i++) {
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
                pages.add(socket);
                socket.getOutputStream()
                        .write(RawAnswer.request("GET", "/events", host, BEARER).getBytes(StandardCharsets.UTF_8));
                assertThat(socket.getInputStream().read()).isEqualTo('H');
            }
            assertThat(get("/events", BEARER).status()).isEqualTo(503);
            assertThat(get("/probe", BEARER).status()).isEqualTo(200);
        } finally {
            for (Socket socket : pages) {
                socket.close();
            }
        }
    }
}
