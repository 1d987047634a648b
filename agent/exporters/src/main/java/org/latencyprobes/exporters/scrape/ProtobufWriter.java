package org.latencyprobes.exporters.scrape;

import io.prometheus.metrics.config.EscapingScheme;
import io.prometheus.metrics.expositionformats.generated.com_google_protobuf_4_35_0.Metrics;
import io.prometheus.metrics.expositionformats.internal.PrometheusProtobufWriterImpl;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.prometheus.metrics.model.snapshots.SnapshotEscaper;
import io.prometheus.metrics.shaded.com_google_protobuf_4_35_0.Timestamp;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/**
 * A writer of metrics as protobuf, which says since when a histogram counts: the client's own does so for counters alone, and Prometheus would
 * not see what a histogram begins with. It is of the very version of the client that comes with the agent. Stateless.
 */
final class ProtobufWriter {

    private static final long MILLIS_PER_SECOND = 1_000;
    private static final int NANOS_PER_MILLI = 1_000_000;

    private final PrometheusProtobufWriterImpl clients = new PrometheusProtobufWriterImpl();

    void write(OutputStream out, MetricSnapshots snapshots) throws IOException {
        for (MetricSnapshot snapshot : snapshots) {
            if (snapshot instanceof HistogramSnapshot histogram
                    && !snapshot.getDataPoints().isEmpty()) {
                withTimes(histogram).writeDelimitedTo(out);
            } else {
                clients.write(out, new MetricSnapshots(snapshot), EscapingScheme.DEFAULT);
            }
        }
    }

    private Metrics.MetricFamily withTimes(HistogramSnapshot histogram) {
        MetricSnapshot escaped = SnapshotEscaper.escapeMetricSnapshot(histogram, EscapingScheme.DEFAULT);
        Metrics.MetricFamily.Builder family = clients.convert(escaped, EscapingScheme.DEFAULT).toBuilder();
        List<HistogramDataPointSnapshot> points = histogram.getDataPoints();
        for (int i = 0; i < points.size(); i++) {
            if (points.get(i).hasCreatedTimestamp()) {
                family.getMetricBuilder(i)
                        .getHistogramBuilder()
                        .setCreatedTimestamp(time(points.get(i).getCreatedTimestampMillis()));
            }
        }
        return family.build();
    }

    private static Timestamp time(long millis) {
        return Timestamp.newBuilder()
                .setSeconds(Math.floorDiv(millis, MILLIS_PER_SECOND))
                .setNanos((int) Math.floorMod(millis, MILLIS_PER_SECOND) * NANOS_PER_MILLI)
                .build();
    }
}
