package org.latencyprobes.agent.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latencyprobes.agent.fixture.UnderLoad;
import org.latencyprobes.agent.kit.AgentClient;
import org.latencyprobes.agent.kit.Jdk;
import org.latencyprobes.agent.kit.JvmResult;
import org.latencyprobes.agent.kit.Ports;

/** Tests of the port that Prometheus scrapes. */
final class ScrapeIT extends ScrapedJvm {

    private static final String PROTOBUF =
            "application/vnd.google.protobuf;proto=io.prometheus.client.MetricFamily;encoding=delimited";

    @TempDir
    private Path folder;

    @Test
    void isScrapedInEveryFormatAndCompressed() throws Exception {
        String url = start("prometheus.port=0,slo=250us,tags=zone=a;process={pid}");
        HttpResponse<byte[]> plain = get(url);
        assertThat(plain.headers().firstValue("Content-Type"))
                .hasValueSatisfying(type -> assertThat(type).startsWith("text/plain; version=0.0.4"));
        assertThat(text(plain))
                .contains("probe_duration_seconds_count{outcome=\"ok\",probe=\"once\",process=\"" + jvm.pid()
                        + "\",zone=\"a\"} 1\n");
        HttpResponse<byte[]> open = get(url, "Accept", "application/openmetrics-text; version=1.0.0");
        assertThat(open.headers().firstValue("Content-Type").orElseThrow()).startsWith("application/openmetrics-text");
        assertThat(text(open)).endsWith("# EOF\n").contains("probe_duration_slo_over_total");
        HttpResponse<byte[]> protobuf = get(url, "Accept", PROTOBUF + ";q=0.6,text/plain;q=0.5");
        assertThat(protobuf.headers().firstValue("Content-Type").orElseThrow())
                .startsWith("application/vnd.google.protobuf; proto=io.prometheus.client.MetricFamily");
        assertThat(text(protobuf)).contains("probe_duration_seconds").doesNotContain("# TYPE");
        HttpResponse<byte[]> compressed = get(url, "Accept-Encoding", "deflate, gzip");
        assertThat(compressed.headers().firstValue("Content-Encoding")).hasValue("gzip");
        try (InputStream content = new GZIPInputStream(new ByteArrayInputStream(compressed.body()))) {
            assertThat(new String(content.readAllBytes(), StandardCharsets.UTF_8))
                    .contains("probe=\"once\"");
        }
        assertThat(get(url.replace("/metrics", "/other")).statusCode()).isEqualTo(404);
        assertThat(HttpClient.newHttpClient()
                        .send(
                                HttpRequest.newBuilder(URI.create(url))
                                        .POST(HttpRequest.BodyPublishers.ofString("x"))
                                        .build(),
                                HttpResponse.BodyHandlers.ofString())
                        .statusCode())
                .isEqualTo(405);
        assertThat(Long.parseLong(AgentClient.to(jvm).ask("status").cell("backends", "prometheus", "published")))
                .isGreaterThanOrEqualTo(4);
    }

    /** Whoever computes what a series gained does not see the value that it begins with, unless it is 0 or its time is told. */
    @Test
    void allThatCanOccurIsThereFromTheBeginningWithTheTimeSinceWhen() throws Exception {
        String url = start("prometheus.port=0,slo=250us");
        jvm.order("begin"); // a call that gives a future
        jvm.await("the future's probe", () -> text(get(url)).contains("probe=\"pending\""));
        String text = text(get(url, "Accept", "application/openmetrics-text; version=1.0.0"));
        for (String outcome :
                List.of("error\",probe=\"once", "error\",probe=\"pending", "cancelled\",probe=\"pending")) {
            String labels = "{outcome=\"" + outcome + '"';
            assertThat(text)
                    .contains("probe_duration_calls_total" + labels + "} 0.0\n")
                    .contains("probe_duration_calls_created" + labels + "} ")
                    .contains("probe_duration_seconds_count" + labels + "} 0\n")
                    .contains("probe_duration_slo_over_total" + labels + ",slo=\"250us\"} 0.0\n");
        }
        Matcher created = Pattern.compile(
                        "probe_duration_seconds_created\\{outcome=\"error\",probe=\"once\"} (\\d+)\\.\\d+")
                .matcher(text);
        assertThat(created.find()).isTrue();
        byte[] protobuf = get(url, "Accept", PROTOBUF).body();
        String bytes = new String(protobuf, StandardCharsets.ISO_8859_1);
        String histograms =
                bytes.substring(bytes.indexOf("probe_duration_seconds"), bytes.indexOf("probe_duration_slo_edge"));
        assertThat(histograms).contains(createdTimestamp(Long.parseLong(created.group(1))));
    }

    /** As a histogram's field 15 begins, a message whose field 1 is the time in s. */
    private static String createdTimestamp(long seconds) {
        StringBuilder varint = new StringBuilder();
        for (long rest = seconds; rest != 0; rest >>>= 7) {
            varint.append((char) (rest & 0x7f | (rest > 0x7f ? 0x80 : 0)));
        }
        return "\u0008" + varint;
    }

    @Test
    @Tag("full")
    void takesATokenOrAPasswordWhereAskedTo() throws Exception {
        String url =
                start("prometheus.port=0,prometheus.token=t0p-s3cret,prometheus.user=ann,prometheus.password=p4ss");
        HttpResponse<byte[]> refused = get(url);
        assertThat(refused.statusCode()).isEqualTo(401);
        assertThat(refused.headers().allValues("WWW-Authenticate")).hasSize(2);
        assertThat(text(refused)).doesNotContain("probe");
        assertThat(get(url, "Authorization", "Bearer t0p-s3cre").statusCode()).isEqualTo(401);
        assertThat(get(url, "Authorization", "Bearer t0p-s3cret").statusCode()).isEqualTo(200);
        assertThat(get(url, "Authorization", basic("ann:p4ss")).statusCode()).isEqualTo(200);
        assertThat(get(url, "Authorization", basic("ann:none")).statusCode()).isEqualTo(401);
    }

    private static String basic(String pair) {
        return "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    @Tag("full")
    void saysWhereItIsOpenToEverybody() {
        start("prometheus.port=0,prometheus.host=0.0.0.0");
        JvmResult result = jvm.tellToEnd();
        assertThat(result.messages())
                .singleElement()
                .asString()
                .endsWith(" is open beyond this machine, and to everybody: set prometheus.token, or prometheus.user and"
                        + " prometheus.password");
    }

    @Tag("full")
    @Test
    void aPortInUseIsSaidOnceAndOpenedWhenItIsFree() throws Exception {
        ServerSocket taken = new ServerSocket(Ports.free(), 1, InetAddress.getLoopbackAddress());
        int port = taken.getLocalPort();
        start(UnderLoad.class, "prometheus.port=" + port);
        jvm.awaitText("cannot open port " + port + " of 127.0.0.1");
        assertThat(AgentClient.to(jvm).ask("status").cell("backends", "prometheus", "state"))
                .isEqualTo("waiting");
        taken.close();
        assertThat(get(url(jvm)).statusCode()).isEqualTo(200);
        assertThat(jvm.tellToEnd().messages()).hasSize(2).last().isEqualTo("backend prometheus: is open at last");
    }

    private Path keyStore(String name) throws IOException {
        Path file = folder.resolve(name + ".p12");
        Jdk.tool(
                "keytool",
                "-genkeypair",
                "-alias",
                "port",
                "-keyalg",
                "EC",
                "-dname",
                "CN=" + name,
                "-ext",
                "san=ip:127.0.0.1",
                "-storetype",
                "PKCS12",
                "-keystore",
                file,
                "-storepass",
                "s3cret-store");
        return file;
    }

    /** One that trusts no other key. */
    private static HttpClient trusting(Path keyStore) throws Exception {
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(KeyStore.getInstance(keyStore.toFile(), "s3cret-store".toCharArray()));
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return HttpClient.newBuilder().sslContext(context).build();
    }

    @Test
    @Tag("full")
    void speaksTlsWithTheKeyThatIsInTheStore() throws Exception {
        Path first = keyStore("first");
        Path second = keyStore("second");
        Path store = Files.copy(first, folder.resolve("store.p12"));
        String url = start("prometheus.port=0,prometheus.token=t0p,prometheus.tls=" + store
                + ",prometheus.tls.password=s3cret-store");
        assertThat(url).startsWith("https://127.0.0.1:");
        HttpRequest request = HttpRequest.newBuilder(URI.create(url))
                .header("Authorization", "Bearer t0p")
                .build();
        assertThat(trusting(first)
                        .send(request, HttpResponse.BodyHandlers.ofString())
                        .body())
                .contains("probe=\"once\"");
        try (Socket hanging = ask(url, "");
                Socket plain = ask(url, "GET /metrics HTTP/1.1\r\n\r\n")) {
            assertThat(new String(plain.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                    .doesNotContain("probe");
            assertThat(hanging.isConnected()).isTrue();
        }
        Files.copy(second, store, StandardCopyOption.REPLACE_EXISTING);
        Files.setLastModifiedTime(store, FileTime.fromMillis(0));
        assertThat(trusting(second)
                        .send(request, HttpResponse.BodyHandlers.ofString())
                        .statusCode())
                .isEqualTo(200);
        AgentClient.to(jvm).ask("attach", "prometheus.tls.password=wr0ng-store");
        jvm.awaitText("backend prometheus: ").awaitText("tried again, which is not said again");
        assertThat(jvm.printed()).contains("store.p12").doesNotContain("s3cret-store", "wr0ng-store");
    }

    @Test
    void followsTheOptionsAndFreesThePort() throws Exception {
        String first = start("prometheus.port=0");
        AgentClient client = AgentClient.to(jvm);
        client.ask("attach", "prometheus.token=t0p-s3cret");
        jvm.await("another port", () -> !url(jvm).equals(first));
        String second = url(jvm);
        assertThat(get(second).statusCode()).isEqualTo(401);
        assertThat(get(second, "Authorization", "Bearer t0p-s3cret").statusCode())
                .isEqualTo(200);
        client.ask("detach");
        assertThatThrownBy(() -> get(second)).isInstanceOf(ConnectException.class);
        assertThat(jvm.printed())
                .contains("option prometheus.token: none -> ***")
                .doesNotContain("t0p-s3cret");
    }
}
