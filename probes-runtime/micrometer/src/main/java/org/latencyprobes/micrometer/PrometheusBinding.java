package org.latencyprobes.micrometer;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.config.NamingConvention;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import org.latencyprobes.micrometer.internal.series.BindingSettings;
import org.latencyprobes.micrometer.internal.series.PublishedSeries;

/**
 * The binding to Prometheus: native and classic histograms of one snapshot, made anew at each scrape and given to the Prometheus
 * registry below Micrometer's. Scrapes exclude each other; each ends the interval of {@code max}.
 */
final class PrometheusBinding extends HistogramBinding<Labels> implements MultiCollector {

    /** As every family of a scrape is ordered: what comes in order is soon sorted. */
    private static final Comparator<PublishedSeries<Labels>> BY_LABELS =
            Comparator.comparing(series -> series.id().labels(), Comparator.nullsFirst(Comparator.naturalOrder()));

    private static final Set<String> RESERVED = Set.of("le", "quantile");

    private final WeakReference<PrometheusRegistry> prometheus;
    private final BindingSettings settings;
    private final List<PublishedSeries<Labels>> inOrder = new ArrayList<>();
    private int generationInOrder = -1;

    private PrometheusBinding(PrometheusMeterRegistry registry, BindingSettings settings) {
        super(registry, settings, "seconds", PrometheusBinding::labels);
        this.prometheus = new WeakReference<>(registry.getPrometheusRegistry());
        this.settings = settings;
    }

    /** Null where the registry is of another type of that name. */
    static RegistryBinding bind(MeterRegistry registry, BindingSettings settings) {
        if (!(registry instanceof PrometheusMeterRegistry prometheus)) {
            return null;
        }
        PrometheusBinding binding = new PrometheusBinding(prometheus, settings);
        binding.seriesTotals().refresh();
        binding.registerSelfMetrics(prometheus, binding::probes);
        prometheus.getPrometheusRegistry().register(binding);
        return binding;
    }

    private synchronized int probes() {
        return seriesTotals().probes();
    }

    /**
     * Sorted, with no key twice and none that Prometheus keeps for itself: one bad tag must not spoil the scrape. Two tags whose keys
     * are one label are two, the second with an underscore more.
     *
     * @return null where a naming convention has made what is no label
     */
    private static Labels labels(Meter.Id id, NamingConvention convention) {
        TreeMap<String, String> labels = new TreeMap<>();
        for (Tag tag : id.getConventionTags(convention)) {
            String key = tag.getKey();
            while (RESERVED.contains(key) || labels.containsKey(key)) {
                key += '_';
            }
            labels.put(key, WireTags.wellFormed(tag.getValue()));
        }
        try {
            return Labels.of(List.copyOf(labels.keySet()), List.copyOf(labels.values()));
        } catch (IllegalArgumentException notALabel) {
            return null;
        }
    }

    @Override
    public synchronized MetricSnapshots collect() {
        MeterRegistry present = registry();
        if (present == null || present.isClosed()) {
            return new MetricSnapshots();
        }
        seriesTotals().refresh();
        if (generationInOrder != seriesTotals().generation()) {
            inOrder.clear();
            inOrder.addAll(seriesTotals().series());
            inOrder.forEach(series -> mapOthers(series, present));
            inOrder.sort(BY_LABELS);
            generationInOrder = seriesTotals().generation(); // last, since an application's filter may throw
        }
        PrometheusFamilies families = new PrometheusFamilies(settings);
        for (PublishedSeries<Labels> series : inOrder) {
            series.writeTo(families);
            series.endRecent();
        }
        return families.snapshots();
    }

    @Override
    public void prepareFinalPublish() {
        // a scrape reads what is there
    }

    @Override
    public void unbind() {
        PrometheusRegistry present = prometheus.get();
        if (present != null) {
            present.unregister(this);
        }
        super.unbind();
    }
}
