package org.latencyprobes.agent.jar;

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

    /** Each of ten times as many may take six times the CPU time: caches are smaller than megabytes. A square would be ten times. */
    private static final double MOST_FOR_EACH = 6;

    private static final int ROUNDS = 5;

    private RunningJvm jvm;
    private String url;

    @AfterEach
    void end() {
        jvm.close();
    }

    private void start() {
        jvm = ForkedJvm.of(ManyProbes.class)
                .flags("-Xmx1g")
                .withAgent("report=off,jitter=off,prometheus.port=0")
                .start()
                .awaitText("ready");
        url = ScrapedJvm.url(jvm);
    }

    /** Of each, in the cheapest of some rounds of so many. */
    private double cpuMicrosOf(int scrapes) {
        jvm.order("scrape " + ROUNDS + ' ' + scrapes + ' ' + url);
        return Double.parseDouble(jvm.fact("cpuMicros"));
    }

    @Test
    void aScrapeTakesAsMuchForEachOfManyProbesAsOfFew() {
        start();
        jvm.order("probes " + FEW);
        cpuMicrosOf(10); // to warm up
        double few = cpuMicrosOf(10) / FEW;
        jvm.order("probes " + MANY);
        jvm.await(
                "a scrape of many that takes little more than " + few + " µs of CPU for each",
                () -> cpuMicrosOf(1) / MANY < MOST_FOR_EACH * few);
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
