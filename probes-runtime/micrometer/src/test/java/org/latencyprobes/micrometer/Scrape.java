package org.latencyprobes.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.DataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.List;
import org.latencyprobes.call.Outcome;
import org.latencyprobes.internal.probe.ProbeRecorder;
import org.latencyprobes.internal.probe.SlowSamples;

/** One scrape of a Prometheus registry, searched by metric name and a label. */
record Scrape(MetricSnapshots snapshots) {

    static PrometheusMeterRegistry registry() {
        return new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    }

    static Scrape of(PrometheusMeterRegistry registry) {
        return new Scrape(registry.getPrometheusRegistry().scrape());
    }

    /** Says of one call that ended well that it was slow, as the agent does some seconds later. */
    static void tellSlow(ProbeRecorder probe) {
        tellSlow(probe, Outcome.OK);
    }

    /** The same of one that ended so. */
    static void tellSlow(ProbeRecorder probe, Outcome outcome) {
        SlowSamples.forEach((each, counts) -> {
            if (each == probe) {
                counts.get(outcome.ordinal()).addSlow(1);
            }
        });
    }

    List<DataPointSnapshot> points(String metric, String label, String value) {
        return snapshots.stream()
                .filter(snapshot -> snapshot.getMetadata().getName().equals(metric))
                .map(MetricSnapshot::getDataPoints)
                .flatMap(List::stream)
                .filter(point -> value.equals(point.getLabels().get(label)))
                .map(DataPointSnapshot.class::cast)
                .toList();
    }

    /** The one point whose probe is named so and whose outcome is ok. */
    DataPointSnapshot only(String metric, String probe) {
        List<DataPointSnapshot> points = points(metric, "probe", probe).stream()
                .filter(point -> "ok".equals(point.getLabels().get("outcome")))
                .toList();
        assertThat(points).as(metric + " of " + probe).hasSize(1);
        return points.get(0);
    }

    HistogramDataPointSnapshot histogram(String probe) {
        return (HistogramDataPointSnapshot) only("probe_duration_seconds", probe);
    }

    double gauge(String metric, String probe) {
        return ((GaugeDataPointSnapshot) only(metric, probe)).getValue();
    }

    double counter(String metric, String probe) {
        return ((CounterDataPointSnapshot) only(metric, probe)).getValue();
    }
}
