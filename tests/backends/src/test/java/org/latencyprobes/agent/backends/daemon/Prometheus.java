package org.latencyprobes.agent.backends.daemon;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.latencyprobes.agent.kit.InstalledPrograms;
import org.latencyprobes.agent.kit.Ports;

/** Prometheus with native histograms, its OTLP receiver open. */
public final class Prometheus extends Daemon {

    /** How often it scrapes, in ms. */
    public static final int SCRAPE_MILLIS = 250;

    private final String program = InstalledPrograms.program("prometheus").toString();
    private final int port = Ports.free();
    private final String features;

    /** Will scrape {@code /metrics} of these ports of the loopback address, as job {@code scraped}. */
    public Prometheus(Path folder, int... ports) {
        this("exemplar-storage", folder, ports);
    }

    /** With these of its features, which it names so. */
    public Prometheus(String features, Path folder, int... ports) {
        super(folder);
        this.features = features;
        String targets = IntStream.of(ports)
                .mapToObj(target -> "'" + HOST + ":" + target + "'")
                .collect(Collectors.joining(", "));
        write(
                "prometheus.yml",
                "global:",
                "  scrape_interval: " + SCRAPE_MILLIS + "ms",
                "  scrape_timeout: " + SCRAPE_MILLIS + "ms",
                "  scrape_native_histograms: true",
                "  always_scrape_classic_histograms: true",
                "storage: {tsdb: {out_of_order_time_window: 10m}}",
                "scrape_configs:",
                "- {job_name: scraped, static_configs: [{targets: [" + targets + "]}]}");
    }

    @Override
    public List<String> command() {
        return List.of(
                program,
                "--config.file=" + folder().resolve("prometheus.yml"),
                "--storage.tsdb.path=" + folder().resolve("data"),
                "--web.listen-address=" + HOST + ":" + port,
                "--web.enable-otlp-receiver",
                "--enable-feature=" + features,
                "--query.lookback-delta=15m",
                "--log.level=warn");
    }

    @Override
    public boolean isUp() throws IOException {
        return Web.text(url() + "/-/ready").contains("Ready");
    }

    public String url() {
        return "http://" + HOST + ":" + port;
    }

    /** Where it takes OTLP; exporters add {@code /v1/metrics}. */
    public String otlpUrl() {
        return url() + "/api/v1/otlp";
    }

    /** The one number that a query gives now; NaN where it gives none. */
    public double number(String query) {
        JsonNode result = query(query);
        return result.size() == 1 ? result.get(0).get("value").get(1).asDouble() : Double.NaN;
    }

    /** The vector that a query gives now. */
    public JsonNode query(String query) {
        return result("query=" + Web.encoded(query));
    }

    /** The vector that a query gives at a moment, in s since 1970. */
    public JsonNode query(String query, long seconds) {
        return result("query=" + Web.encoded(query) + "&time=" + seconds);
    }

    private JsonNode result(String parameters) {
        try {
            return Web.json(url() + "/api/v1/query?" + parameters).get("data").get("result");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits until a query gives this number. */
    public void await(String query, double number) {
        await(query + " = " + number, () -> number(query) == number);
    }
}
