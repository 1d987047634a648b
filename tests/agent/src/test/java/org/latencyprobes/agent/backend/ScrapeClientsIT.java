package org.latencyprobes.agent.backend;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.fixture.backend.OwnerWithoutMemory;
import org.latencyprobes.agent.kit.AgentClient;
import org.latencyprobes.agent.kit.Ports;

/** Tests of scrape clients that hang, never end, break off or have no access, and of a JVM without memory. The port serves the others. */
@Tag("full")
final class ScrapeClientsIT extends ScrapedJvm {

    private static final int MOST_CONNECTIONS = 64;

    /** For so long a client may say nothing. */
    private static final long SILENCE_NANOS = TimeUnit.SECONDS.toNanos(10);

    private static final String REFUSED = "HTTP/1.1 401 ";

    @Test
    void scrapersThatHangOrBreakOffCostTheOthersNothing() throws Exception {
        String url = start("prometheus.port=0");
        List<Socket> hanging = new ArrayList<>();
        for (int scraper = 0; scraper < 10; scraper++) {
            hanging.add(ask(url, "GET /metrics HTTP/1.1\r\nHost: "));
        }
        for (int scraper = 0; scraper < 10; scraper++) {
            Socket breakingOff = ask(url, "GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n");
            breakingOff.setSoLinger(true, 0); // resets the connection
            breakingOff.close();
        }
        jvm.order("once");
        assertThat(text(get(url))).contains("probe_duration_seconds_count{outcome=\"ok\",probe=\"once\"} 2\n");
        assertThat(AgentClient.to(jvm).ask("detach").sentences()).containsExactly("detached: 1 class restored");
        assertThat(jvm.tellToEnd().expectExit(0).stderr()).doesNotContain("unexpected", "\tat ");
        for (Socket socket : hanging) {
            socket.close();
        }
    }

    /** As a page has it whose name leads to 127.0.0.1; what has a token, no such page knows. */
    @Test
    @Tag("each-jdk")
    void withoutATokenNoOtherNameLeadsToThePort() throws Exception {
        String url = start("prometheus.port=0");
        for (String name : List.of("evil.example", "evil.example:9404", "127.0.0.1.evil.example", "localhost.evil")) {
            assertThat(answer(url, name)).as(name).startsWith("HTTP/1.1 403 ");
        }
        for (String name : List.of("localhost", "LOCALHOST:1", "127.0.0.1:9404", "[::1]:9404", "10.1.2.3")) {
            assertThat(answer(url, name)).as(name).startsWith("HTTP/1.1 200 ");
        }
    }

    private static String answer(String url, String host) throws IOException {
        try (Socket socket = ask(url, "GET /metrics HTTP/1.1\r\nHost: " + host + "\r\n\r\n")) {
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }

    /** More than are taken at a time; the port gives up the oldest of those that do not say what they want. */
    @Test
    @Tag("each-jdk")
    void fiveHundredSilentConnectionsKeepNoScraperOut() throws Exception {
        String url = start("prometheus.port=0,prometheus.token=t0p-s3cret");
        List<Socket> silent = new ArrayList<>();
        for (int scraper = 0; scraper < 500; scraper++) {
            silent.add(ask(url, scraper % 2 == 0 ? "" : "GET /metrics HTTP/1.1\r\nHost: "));
        }
        assertThat(get(url, "Authorization", "Bearer t0p-s3cret").statusCode()).isEqualTo(200);
        jvm.await(
                "as many threads as connections are taken",
                () -> jvm.order("threads").fact("threads").split("latency-probes-scrape,", -1).length <= 65);
        for (Socket socket : silent) {
            socket.close();
        }
        assertThat(jvm.tellToEnd().expectExit(0).stderr()).doesNotContain("unexpected", "a scrape");
    }

    @Test
    void whoeverTakesTooLongToAskIsCutOff() throws Exception {
        String url = start("prometheus.port=0");
        try (Socket silent = ask(url, "");
                Socket half = ask(url, "GET /metrics HTTP/1.1\r\nHost: ");
                Socket slow = ask(url, "GET /metrics HTTP/1.1\r\nHost: ")) {
            jvm.await("the end of who goes on for ever", () -> !goOn(slow));
            assertThat(isClosed(silent)).isTrue();
            assertThat(isClosed(half)).isTrue();
        }
        assertThat(jvm.tellToEnd().expectExit(0).messages()).hasSize(1); // where the port is
    }

    /** Waits for it. */
    private static boolean isClosed(Socket socket) {
        try {
            return socket.getInputStream().read() < 0;
        } catch (IOException reset) {
            return true;
        }
    }

    @Test
    @Tag("each-jdk")
    void aWrongTokenIsRefusedBeforeTheBodyComes() throws Exception {
        String url = start("prometheus.port=0,prometheus.token=t0p-s3cret");
        String head = "POST /metrics HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n";
        try (Socket socket = ask(url, head + "Authorization: Bearer wr0ng\r\n\r\n")) {
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                    .startsWith("HTTP/1.1 401 ");
        }
        try (Socket socket = ask(url, "\u0016\u0003\u0001 nonsense\r\n\r\n")) {
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                    .startsWith("HTTP/1.1 400 ");
        }
    }

    /** They have their answer, and hold on to the connection. */
    @Test
    void whoSendsAWrongTokenAndGoesOnSendingKeepsNoScraperOut() throws Exception {
        String url = start("prometheus.port=0,prometheus.token=t0p-s3cret");
        List<Socket> refused = new ArrayList<>();
        for (int client = 0; client < MOST_CONNECTIONS; client++) {
            Socket socket = ask(url, "GET /metrics HTTP/1.1\r\nAuthorization: Bearer wr0ng\r\n\r\n");
            refused.add(socket);
            assertThat(socket.getInputStream().readNBytes(REFUSED.length()))
                    .asString()
                    .isEqualTo(REFUSED);
            refused.forEach(ScrapeClientsIT::goOn);
        }
        assertThat(get(url, "Authorization", "Bearer t0p-s3cret").statusCode()).isEqualTo(200);
        for (Socket socket : refused) {
            socket.close();
        }
        assertThat(jvm.tellToEnd().expectExit(0).stderr()).doesNotContain("unexpected", "a scrape");
    }

    /** Whether it is still open. */
    private static boolean goOn(Socket socket) {
        try {
            socket.getOutputStream().write('x');
            return true;
        } catch (IOException closed) {
            return false;
        }
    }

    /** Sooner than a client that says nothing. */
    @Test
    void whoGoesOnSendingAfterTheAnswerIsCutOff() throws Exception {
        String url = start("prometheus.port=0");
        long beginNanos = System.nanoTime();
        try (Socket silent = ask(url, "");
                Socket answered = ask(url, "GET /other HTTP/1.1\r\n\r\n")) {
            jvm.await("the end of who was answered", () -> !goOn(answered));
            assertThat(isOpen(silent) || System.nanoTime() - beginNanos >= SILENCE_NANOS)
                    .isTrue();
        }
    }

    private static boolean isOpen(Socket silent) throws IOException {
        silent.setSoTimeout(1);
        try {
            return silent.getInputStream().read() >= 0;
        } catch (SocketTimeoutException nothingCame) {
            return true;
        }
    }

    @Test
    void anotherCopyThatRunsOutOfMemoryKeepsNoPortClosed() throws Exception {
        int port = Ports.free();
        start(OwnerWithoutMemory.class, "hlog=off");
        AgentClient.to(jvm).ask("attach", "prometheus.port=" + port);
        AgentClient.to(jvm).awaitOpen("prometheus");
        assertThat(get(url(jvm)).statusCode()).isEqualTo(200);
    }
}
