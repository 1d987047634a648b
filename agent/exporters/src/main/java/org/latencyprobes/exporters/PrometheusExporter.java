package org.latencyprobes.exporters;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import org.latencyprobes.agent.backend.Exporter;
import org.latencyprobes.agent.backend.ExporterState;
import org.latencyprobes.agent.option.BackendSpec;
import org.latencyprobes.bridge.Binders;
import org.latencyprobes.exporters.scrape.ScrapeAccess;
import org.latencyprobes.exporters.scrape.ScrapeHandler;
import org.latencyprobes.exporters.scrape.ScrapeHosts;
import org.latencyprobes.exporters.scrape.ScrapePort;
import org.latencyprobes.micrometer.LatencyProbesMetrics;

/** An exporter with a port that Prometheus scrapes. */
final class PrometheusExporter implements Exporter {

    private static final String PROTOBUF =
            "application/vnd.google.protobuf;proto=io.prometheus.client.MetricFamily;encoding=delimited";

    private final PrometheusMeterRegistry registry;
    private final LatencyProbesMetrics probes;
    private final ScrapePort port;

    PrometheusExporter(BackendSpec spec, ExporterState state) throws IOException {
        RegistryConfig.check(spec, state, RegistryConfig.of(PrometheusConfig.class));
        registry = new PrometheusMeterRegistry(RegistryConfig.config(PrometheusConfig.class, spec::setting));
        probes = Binders.of(spec.publishing());
        ScrapePort opened = null;
        try {
            probes.bindTo(registry);
            String host = spec.setting("prometheus.host");
            ScrapeHosts hosts = new ScrapeHosts(InetAddress.getByName(host), host);
            ScrapeHandler handler = new ScrapeHandler(registry, ScrapeAccess.of(spec), hosts, state);
            opened = ScrapePort.open(spec, state, handler);
            handler.write(PROTOBUF, OutputStream.nullOutputStream()); // shows now what the JVM lacks for it
        } catch (Throwable e) { // also an OutOfMemoryError: the next attempt needs the port
            if (opened != null) {
                opened.close();
            }
            probes.close();
            registry.close();
            throw e;
        }
        port = opened;
    }

    @Override
    public String address() {
        return port.url();
    }

    @Override
    public void close() {
        port.close();
        probes.close();
        registry.close();
    }
}
