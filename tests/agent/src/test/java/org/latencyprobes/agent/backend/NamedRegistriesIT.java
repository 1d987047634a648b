package org.latencyprobes.agent.backend;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import com.codahale.metrics.graphite.GraphiteReporter;
import com.dynatrace.file.util.DynatraceFileBasedConfigurationProvider;
import io.micrometer.datadog.DatadogMeterRegistry;
import io.micrometer.dynatrace.DynatraceMeterRegistry;
import io.micrometer.elastic.ElasticMeterRegistry;
import io.micrometer.graphite.GraphiteMeterRegistry;
import io.micrometer.influx.InfluxMeterRegistry;
import io.micrometer.newrelic.NewRelicMeterRegistry;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latencyprobes.agent.fixture.UnderLoad;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.RunningJvm;

/** Tests of Micrometer's registries that the agent's jar does not contain, each from a folder of its own, all in one JVM. */
@Tag("full")
final class NamedRegistriesIT {

    private static final List<String> NAMES = List.of("datadog", "dynatrace", "elastic", "influx", "new-relic");

    private static final String COUNT_OF_ONE = "probe\\.duration\\.count;.*;probe=once;metricattribute=count 1 .*";

    @TempDir
    private Path folder;

    private void give(String name, Class<?>... ofItsJars) throws IOException {
        Path own = Files.createDirectories(folder.resolve(name));
        for (Class<?> type : ofItsJars) {
            Path jar = ForkedJvm.homeOf(type);
            Files.copy(jar, own.resolve(jar.getFileName()));
        }
    }

    private String options(String url, int graphitePort) throws IOException {
        give("datadog", DatadogMeterRegistry.class);
        give("dynatrace", DynatraceMeterRegistry.class, DynatraceFileBasedConfigurationProvider.class);
        give("elastic", ElasticMeterRegistry.class);
        give("influx", InfluxMeterRegistry.class);
        give("new-relic", NewRelicMeterRegistry.class);
        give("graphite", GraphiteMeterRegistry.class, GraphiteReporter.class, MetricRegistry.class);
        StringBuilder options = new StringBuilder("report=off,jitter=off,backends.folder=" + folder)
                .append(",backends=graphite;")
                .append(String.join(";", NAMES));
        NAMES.forEach(name -> options.append(',').append(name).append(".step=1s"));
        return options.append(",datadog.apiKey=s3cr3t,datadog.uri=" + url + "/datadog")
                .append(",dynatrace.apiToken=s3cr3t,dynatrace.uri=" + url + "/dynatrace")
                .append(",elastic.host=" + url + ",elastic.index=elastic,elastic.autoCreateIndex=false")
                .append(",influx.uri=" + url + "/influx,influx.autoCreateDb=false")
                .append(",newrelic.apiKey=s3cr3t,newrelic.accountId=1,newrelic.uri=" + url + "/new-relic")
                .append(",graphite.host=127.0.0.1,graphite.port=" + graphitePort)
                .append(",graphite.protocol=PLAINTEXT,graphite.step=1s")
                .toString();
    }

    @Test
    void eachIsSentTheProbesAsItsOwnBackendLikesThem() throws IOException {
        List<String> carbon = new CopyOnWriteArrayList<>();
        try (HttpStub stub = new HttpStub();
                ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Thread reader = new Thread(() -> read(server, carbon));
            reader.setDaemon(true);
            reader.start();
            try (RunningJvm jvm = ForkedJvm.of(UnderLoad.class)
                    .quick()
                    .withAgent(options(stub.url(), server.getLocalPort()))
                    .start()
                    .awaitText("ready")) {
                jvm.order("once");
                for (String name : NAMES) {
                    jvm.await("a publish of " + name, () -> hasProbe(stub, name));
                }
                jvm.await("a line", () -> carbon.stream().anyMatch(line -> line.matches(COUNT_OF_ONE)));
                assertThat(jvm.tellToEnd().messages())
                        .noneMatch(line -> line.contains("no registry") || line.contains("does not know"));
            }
        }
    }

    private static boolean hasProbe(HttpStub stub, String name) {
        return stub.received().stream()
                .filter(sent -> sent.path().contains(name))
                .anyMatch(sent -> sent.text().contains("once"));
    }

    private static void read(ServerSocket server, List<String> lines) {
        while (true) {
            try (Socket socket = server.accept();
                    BufferedReader content = new BufferedReader(
                            new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))) {
                content.lines().forEach(lines::add);
            } catch (IOException closed) {
                return;
            } catch (UncheckedIOException reset) {
                // the next connection
            }
        }
    }
}
