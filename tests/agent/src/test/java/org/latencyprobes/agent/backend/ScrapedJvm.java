package org.latencyprobes.agent.backend;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.latencyprobes.agent.fixture.UnderLoad;
import org.latencyprobes.agent.kit.AgentClient;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.RunningJvm;

/** What tests of a scraped port share: the JVM that has it, and what scrapers ask. */
public abstract class ScrapedJvm {

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    protected RunningJvm jvm;

    @AfterEach
    protected void end() {
        jvm.close();
    }

    /** A JVM in which the probe {@code once} was called once. Returns where its port is. */
    protected String start(String options) {
        start(UnderLoad.class, options);
        jvm.order("once");
        return url(jvm);
    }

    /** One that may have no port yet. */
    protected void start(Class<?> main, String options) {
        jvm = ForkedJvm.of(main)
                .quick()
                .withAgent("report=off,jitter=off," + options)
                .start()
                .awaitText("ready");
    }

    /** Where a JVM's port is, once it is open. */
    public static String url(RunningJvm jvm) {
        return AgentClient.to(jvm).awaitOpen("prometheus").ask("status").cell("backends", "prometheus", "address");
    }

    public static HttpResponse<byte[]> get(String url, String... headers) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return HTTP.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
    }

    public static String text(HttpResponse<byte[]> response) {
        return new String(response.body(), StandardCharsets.UTF_8);
    }

    /** Sends this, whole or not. */
    static Socket ask(String url, String request) throws IOException {
        Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), URI.create(url).getPort());
        socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
        return socket;
    }
}
