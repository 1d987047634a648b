package org.latencyprobes.agent.backend;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.fixture.ManyProbes;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.RunningJvm;

/** Tests of scrapes of thousands of probes, which are megabytes. */
@Tag("full")
final class ManyProbesScrapedIT {

    private static final int FEW = 300;
    private static final int MANY = 10 * FEW;

    /** It is as much, but for the room that tables have. A square would be ten times as much. */
    private static final double MOST_FOR_EACH = 1.25;

    /** For a probe that was not called since: it is 2,200 bytes of the answer, and was 24,500 when all was read and made anew. */
    private static final double MOST_BYTES = 9_000;

    private RunningJvm jvm;
    private String url;

    @AfterEach
    void end() {
        jvm.close();
    }

    private void start(String... flags) {
        jvm = ForkedJvm.of(ManyProbes.class)
                .flags("-Xmx1g")
                .flags(flags)
                .withAgent("report=off,jitter=off,prometheus.port=0")
                .start()
                .awaitText("ready");
        url = ScrapedJvm.url(jvm);
    }

    /** Of each probe, where there are so many. */
    private double each(int probes, String what, String fact) {
        jvm.order("probes " + probes);
        jvm.order(what + ' ' + url);
        return Double.parseDouble(jvm.fact(fact)) / probes;
    }

    /** Without the compiler that may leave allocations out: so they do not depend on how long the JVM has run. */
    @Test
    void aScrapeAllocatesAsMuchForEachOfManyProbesAsOfFew() {
        start("-XX:TieredStopAtLevel=1");
        double few = each(FEW, "bytes", "bytes");
        assertThat(few).isGreaterThan(100).isLessThan(MOST_BYTES);
        assertThat(each(MANY, "bytes", "bytes")).isLessThan(MOST_FOR_EACH * few);
    }

    /** Caches are smaller than megabytes, so it is more than as many times as much: nothing but a figure of this machine, at this time. */
    @Test
    @Tag("nightly")
    void showsTheCpuTimeOfEachProbe() {
        start();
        each(FEW, "cpu", "cpuMicros"); // to warm up
        System.out.printf(
                "CPU time of a scrape for each probe: %.2f µs of %d, %.2f µs of %d%n",
                each(FEW, "cpu", "cpuMicros"), FEW, each(MANY, "cpu", "cpuMicros"), MANY);
    }

    @Test
    void whoDoesNotTakeTheAnswerMakesRoomForWhoWaits() throws Exception {
        start();
        jvm.order("probes " + MANY);
        List<Socket> hanging = new ArrayList<>();
        for (int scraper = 0; scraper < 8; scraper++) {
            hanging.add(askWithoutReading());
        }
        HttpResponse<String> answer = HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(URI.create(url)).build(), HttpResponse.BodyHandlers.ofString());
        assertThat(answer.body().contains("probe=\"probe" + (MANY - 1) + "\"")).isTrue(); // not shown, for its length
        for (Socket scraper : hanging) {
            scraper.close();
        }
    }

    private Socket askWithoutReading() throws IOException {
        Socket socket = new Socket();
        socket.setReceiveBufferSize(1_024);
        socket.connect(new InetSocketAddress(
                InetAddress.getLoopbackAddress(), URI.create(url).getPort()));
        socket.getOutputStream().write("GET /metrics HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        return socket;
    }
}
