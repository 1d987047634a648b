package org.latencyprobes.micrometer;

import com.google.protobuf.InvalidProtocolBufferException;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.registry.otlp.OtlpConfig;
import io.micrometer.registry.otlp.OtlpMeterRegistry;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.metrics.v1.ResourceMetrics;
import java.lang.ref.WeakReference;
import java.util.List;
import org.latencyprobes.micrometer.internal.series.BindingSettings;
import org.latencyprobes.micrometer.internal.series.MeterFilters;
import org.latencyprobes.micrometer.internal.series.MeterNames;
import org.latencyprobes.micrometer.internal.series.PrivateField;
import org.latencyprobes.micrometer.internal.series.PublishedSeries;
import org.latencyprobes.micrometer.internal.series.RegistryKinds;

/**
 * The binding to OTLP: exponential histograms, added to what Micrometer's registry sends.
 *
 * <p>The registry sends a request for each batch of meters and none when it has no meters. So a gauge of ours is always among them, and
 * the histograms go into the request that follows its reading on the same thread: once in each publish. Where a filter denies that
 * gauge, they go into the first request of each half step.
 *
 * <p>With delta temporality, the next request sends again what a failed one held, so nothing is lost. A receiver that kept a request and
 * still answered with an error has it twice.
 */
final class OtlpBinding extends HistogramBinding<List<KeyValue>> {

    private static final PrivateField SENDER = new PrivateField(OtlpMeterRegistry.class, "metricsSender");
    private static final PrivateField CONFIG = new PrivateField(OtlpMeterRegistry.class, "config");

    private final WeakReference<ProbesOtlp> sender;
    private final boolean isDelta;
    private final long halfStepNanos;
    private final ThreadLocal<Boolean> isDue = new ThreadLocal<>();
    private final boolean isGaugeDenied;
    private long lastNanos;
    private boolean isArrived = true;

    private OtlpBinding(OtlpMeterRegistry registry, OtlpConfig config, ProbesOtlp sender, BindingSettings settings) {
        super(registry, settings, null, OtlpMetrics::attributes);
        this.sender = new WeakReference<>(sender);
        this.isDelta = RegistryKinds.sendsDifferences(registry);
        this.halfStepNanos = config.step().toNanos() / 2;
        this.lastNanos = System.nanoTime() - halfStepNanos;
        this.isGaugeDenied = !MeterFilters.filtered(
                        registry, new Meter.Id(MeterNames.PUBLISHED, settings.tags(), null, null, Meter.Type.GAUGE))
                .isAccepted();
    }

    /** Null where the registry was built without our sender. */
    static RegistryBinding bind(MeterRegistry registry, BindingSettings settings) {
        if (registry instanceof OtlpMeterRegistry otlp
                && SENDER.valueIn(otlp) instanceof ProbesOtlp sender
                && CONFIG.valueIn(otlp) instanceof OtlpConfig config) {
            OtlpBinding binding = new OtlpBinding(otlp, config, sender, settings);
            if (sender.serve(binding)) {
                binding.registerSelfMetrics(otlp, binding::probesOfThisPublish);
                return binding;
            }
        }
        return null;
    }

    private synchronized int probesOfThisPublish() {
        isDue.set(Boolean.TRUE);
        refresh();
        return seriesTotals().probes();
    }

    /** Reads; differences are those since the last request that arrived. */
    private void refresh() {
        if (!isArrived && isDelta) {
            seriesTotals().takeBack();
        }
        isArrived = false; // first, since a reading that fails has read a part
        seriesTotals().refresh();
    }

    /** A publish's request with the probes' metrics; null where it is not this request's turn. */
    synchronized byte[] addTo(byte[] metricsData) throws InvalidProtocolBufferException {
        MeterRegistry present = registry();
        if (present == null || !isTurn()) {
            return null;
        }
        if (isDue.get() == null) { // else its gauge has just done it
            refresh();
        }
        isDue.remove();
        lastNanos = System.nanoTime();
        OtlpMetrics metrics = new OtlpMetrics(isDelta);
        for (PublishedSeries<List<KeyValue>> series : seriesTotals().series()) {
            mapOthers(series, present);
            series.writeTo(metrics);
        }
        ExportMetricsServiceRequest.Builder request = ExportMetricsServiceRequest.parseFrom(metricsData).toBuilder();
        ResourceMetrics.Builder resource = request.getResourceMetricsCount() > 0
                ? request.getResourceMetricsBuilder(0)
                : request.addResourceMetricsBuilder();
        resource.addScopeMetrics(metrics.scope());
        return request.build().toByteArray();
    }

    private boolean isTurn() {
        return isGaugeDenied ? System.nanoTime() - lastNanos >= halfStepNanos : isDue.get() != null;
    }

    /** The last request arrived: what it held need not be kept. */
    synchronized void delivered() {
        isArrived = true;
        for (PublishedSeries<List<KeyValue>> series : seriesTotals().series()) {
            if (isDelta) {
                series.restart();
            } else {
                series.endRecent();
            }
        }
    }

    @Override
    public synchronized void prepareFinalPublish() {
        lastNanos = System.nanoTime() - halfStepNanos;
    }

    /** Leaves the reader, for whoever goes on with it, where the last request that arrived ended. */
    private synchronized void leaveWhatArrived() {
        if (!isArrived && isDelta) {
            seriesTotals().takeBack();
            isArrived = true;
        }
    }

    @Override
    public void unbind() {
        ProbesOtlp present = sender.get();
        if (present != null) {
            present.leave(this);
        }
        leaveWhatArrived();
        super.unbind();
    }
}
