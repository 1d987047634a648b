package org.latencyprobes.agent.backends.daemon;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;

/** Questions to servers over HTTP. */
public final class Web {

    private static final HttpClient CLIENT = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Daemon.LONGEST_WAIT)
            .build();
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int OK = 200;

    private Web() {}

    /** The answer's body as it is; anything but 200 is an {@link IOException}. */
    static byte[] get(String url, String accept) throws IOException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url))
                .timeout(Daemon.LONGEST_WAIT)
                .header("Accept", accept)
                .build();
        try {
            HttpResponse<byte[]> response = CLIENT.send(request, HttpResponse.BodyHandlers.ofByteArray());
            if (response.statusCode() != OK) {
                throw new IOException(url + " answered " + response.statusCode() + " "
                        + new String(response.body(), StandardCharsets.UTF_8));
            }
            return response.body();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    public static String text(String url) throws IOException {
        return new String(get(url, "text/plain"), StandardCharsets.UTF_8);
    }

    public static JsonNode json(String url) throws IOException {
        return JSON.readTree(get(url, "application/json"));
    }

    /** A text as part of a URL. */
    public static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
