package org.latencyprobes.micrometer;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.config.NamingConvention;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import org.latencyprobes.histogram.IntervalReader;

/**
 * Prometheus: native and classic histograms of one snapshot, made anew at each scrape.
 *
 * <p>Micrometer's registry cannot hold them, so they go to the Prometheus registry under it. Filters, common tags and the naming
 * convention do not reach that one and are applied here. Scrapes exclude each other; each ends the interval of {@code worst}.
 */
final class PrometheusBinding implements RegistryBinding, MultiCollector {

    private final WeakReference<MeterRegistry> registry;
    private final WeakReference<PrometheusRegistry> prometheus;
    private final BindingSettings settings;
    private final MeterIds ids;
    private final SeriesTotals seriesTotals;
    private final SelfMetrics selfMetrics;
    private final List<PrometheusSeries> shown = new ArrayList<>();
    private int shownGeneration = -1;

    private PrometheusBinding(PrometheusMeterRegistry registry, BindingSettings settings) {
        this.registry = new WeakReference<>(registry);
        this.prometheus = new WeakReference<>(registry.getPrometheusRegistry());
        this.settings = settings;
        this.ids = new MeterIds(settings, "seconds", PrometheusBinding::labels);
        this.seriesTotals = new SeriesTotals(
                new IntervalReader(), settings, false, source -> ids.durations(this.registry.get(), source));
        this.selfMetrics = new SelfMetrics(settings);
    }

    /** Null where the registry is of another type of that name. */
    static RegistryBinding bind(MeterRegistry registry, BindingSettings settings) {
        if (!(registry instanceof PrometheusMeterRegistry prometheus)) {
            return null;
        }
        PrometheusBinding binding = new PrometheusBinding(prometheus, settings);
        binding.seriesTotals.refresh();
        binding.selfMetrics.published(prometheus, binding::probes);
        binding.selfMetrics.measuring(prometheus, binding::calls, true);
        binding.selfMetrics.boundaries(prometheus, settings.slos());
        prometheus.getPrometheusRegistry().register(binding);
        return binding;
    }

    private synchronized int probes() {
        return seriesTotals.probes();
    }

    private synchronized long calls() {
        return seriesTotals.calls();
    }

    /** Sorted, with no key twice and none that Prometheus keeps for itself: one bad tag must not spoil the scrape. */
    private static List<Tag> labels(Meter.Id id, NamingConvention convention) {
        TreeMap<String, Tag> labels = new TreeMap<>();
        for (Tag tag : id.getConventionTags(convention)) {
            String key = Set.of("le", "quantile").contains(tag.getKey()) ? tag.getKey() + '_' : tag.getKey();
            labels.putIfAbsent(key, Tag.of(key, tag.getValue()));
        }
        return List.copyOf(labels.values());
    }

    @Override
    public synchronized MetricSnapshots collect() {
        MeterRegistry present = registry.get();
        if (present == null || present.isClosed()) {
            return new MetricSnapshots();
        }
        seriesTotals.refresh();
        if (shownGeneration != seriesTotals.generation()) {
            shownGeneration = seriesTotals.generation();
            show(present);
        }
        PrometheusFamilies families = new PrometheusFamilies(settings);
        for (PrometheusSeries each : shown) {
            families.add(each);
            each.series().endRecent();
        }
        return families.snapshots();
    }

    private void show(MeterRegistry present) {
        shown.clear();
        for (PublishedSeries series : seriesTotals.series()) {
            try {
                shown.add(PrometheusSeries.of(series, series.others(source -> ids.others(present, source))));
            } catch (IllegalArgumentException notALabel) {
                // a naming convention's fault: the other series are to arrive
            }
        }
        Collections.sort(shown);
    }

    @Override
    public void prepareFinalPublish() {
        // each scrape is anew, and of totals
    }

    @Override
    public boolean needsDiscovery() {
        return false;
    }

    @Override
    public void discover() {
        // each scrape looks
    }

    @Override
    public void unbind() {
        PrometheusRegistry present = prometheus.get();
        if (present != null) {
            present.unregister(this);
        }
        MeterRegistry micrometers = registry.get();
        if (micrometers != null) {
            selfMetrics.remove(micrometers);
        }
    }
}
