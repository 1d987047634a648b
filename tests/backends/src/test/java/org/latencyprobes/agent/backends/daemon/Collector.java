package org.latencyprobes.agent.backends.daemon;

import java.nio.file.Path;
import java.util.List;
import org.latencyprobes.agent.kit.InstalledPrograms;
import org.latencyprobes.agent.kit.Ports;

/** An OpenTelemetry collector that hands on what it gets, OTLP over HTTP in and out. */
public final class Collector extends Daemon {

    private final String program = InstalledPrograms.program("collector").toString();
    private final int port = Ports.free();

    /** Hands on to an OTLP base URL. */
    public Collector(Path folder, String otlpUrl) {
        super(folder);
        write(
                "collector.yml",
                "receivers: {otlp: {protocols: {http: {endpoint: '" + HOST + ":" + port + "'}}}}",
                "exporters: {otlp_http: {endpoint: '" + otlpUrl
                        + "', sending_queue: {sizer: requests, queue_size: 5000}}}",
                "service:",
                "  telemetry: {metrics: {level: none}}",
                "  pipelines: {metrics: {receivers: [otlp], exporters: [otlp_http]}}");
    }

    @Override
    List<String> command() {
        return List.of(program, "--config=file:" + folder().resolve("collector.yml"));
    }

    @Override
    boolean isUp() {
        return listens(port);
    }

    public String otlpUrl() {
        return "http://" + HOST + ":" + port;
    }
}
