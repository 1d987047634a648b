package org.latencyprobes.agent.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.RunningJvm;

/** The application in a forked JVM, told what to do and asked over HTTP. */
final class Application implements AutoCloseable {

    private static final String QUIET = " --spring.main.banner-mode=off --logging.level.root=warn --server.port=0"
            + " --server.address=127.0.0.1 --management.endpoints.web.exposure.include=prometheus,metrics,health";
    private static final int OK = 200;
    private static final Duration LONGEST_ANSWER = Duration.ofMinutes(5);

    private final HttpClient client = HttpClient.newHttpClient();
    private final RunningJvm jvm;
    private int orders;

    Application(ForkedJvm jvm) {
        this.jvm = jvm.start();
    }

    /** Starts it in one of {@code Host}'s ways with these properties. */
    Application start(String way, String... properties) {
        return tell(way + QUIET + (properties.length == 0 ? "" : " --" + String.join(" --", properties)));
    }

    Application tell(String order) {
        jvm.tell(order);
        orders++;
        jvm.awaitText("done=" + orders + '\n');
        return this;
    }

    /** The value that was printed last under a name. */
    String fact(String name) {
        return jvm.fact(name);
    }

    String printed() {
        return jvm.printed();
    }

    String get(String path) {
        return new String(get(path, "*/*").body(), StandardCharsets.UTF_8);
    }

    HttpResponse<byte[]> get(String path, String accept) {
        HttpResponse<byte[]> response = send(path, accept);
        assertThat(response.statusCode())
                .as("%s: %s", path, new String(response.body(), StandardCharsets.UTF_8))
                .isEqualTo(OK);
        return response;
    }

    int status(String path) {
        return send(path, "*/*").statusCode();
    }

    private HttpResponse<byte[]> send(String path, String accept) {
        URI address = URI.create("http://127.0.0.1:" + fact("port") + path);
        HttpRequest request = HttpRequest.newBuilder(address)
                .header("Accept", accept)
                .timeout(LONGEST_ANSWER)
                .build();
        try {
            return client.send(request, HttpResponse.BodyHandlers.ofByteArray());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** One meter of the metrics endpoint, narrowed to tags, keys and values in turn. */
    String meter(String name, String... tags) {
        return get(pathOf(name, tags));
    }

    private static String pathOf(String name, String... tags) {
        StringBuilder path = new StringBuilder("/actuator/metrics/" + name);
        for (int i = 0; i < tags.length; i += 2) {
            path.append(i == 0 ? '?' : '&')
                    .append("tag=")
                    .append(URLEncoder.encode(tags[i] + ':' + tags[i + 1], StandardCharsets.UTF_8));
        }
        return path.toString();
    }

    /** What Prometheus would scrape, as text. */
    Exposition scrape() {
        return Exposition.of(get("/actuator/prometheus"));
    }

    @Override
    public void close() {
        jvm.close();
    }
}
