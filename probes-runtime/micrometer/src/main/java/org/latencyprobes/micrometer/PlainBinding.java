package org.latencyprobes.micrometer;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.config.NamingConvention;
import io.micrometer.core.instrument.util.HierarchicalNameMapper;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The binding to a registry of any kind: a counter of calls, one of their time, the longest, percentiles, and counters by SLO and by
 * coarse bucket where asked for.
 *
 * <p>A registry reads meters one by one. What it reads is frozen until the {@link PublishCycle} says that the next publish has begun,
 * so that all values of a publish are of one moment. Counters are exact over any number of publishes. What covers an interval begins
 * where the one before ended, so that no sample is left out.
 *
 * <p>There are two locks. This object's guards what is read. That of {@link #meters} guards what is registered; no reading takes it. A
 * registry calls readings while it holds locks of its own, and registering takes those: so no reading registers anything.
 */
final class PlainBinding implements RegistryBinding {

    private final WeakReference<MeterRegistry> registry;
    private final BindingSettings settings;
    private final WireTags wireTags;
    private final Runnable wake;
    private final PublishCycle cycle;
    private final SeriesTotals<Void> seriesTotals;
    private final SelfMetrics selfMetrics;
    private final PlainMeters meters;
    private final Map<MappedId<Void>, PlainSeries> shown = new HashMap<>();

    private boolean isFinal;
    private boolean isUnbound;

    private PlainBinding(MeterRegistry registry, BindingSettings settings, Runnable wake) {
        this.registry = new WeakReference<>(registry);
        this.settings = settings;
        this.wireTags = WireTags.of(registry);
        this.wake = wake;
        this.cycle = PublishCycle.of(registry);
        this.seriesTotals = new SeriesTotals<>(
                settings.reader(registry), settings, RegistryKinds.sendsDifferences(registry), true, this::mapped);
        this.selfMetrics = new SelfMetrics(settings.withTags(wireTags.of(settings.tags())));
        this.meters = new PlainMeters(this, settings);
    }

    static RegistryBinding bind(MeterRegistry registry, BindingSettings settings, Runnable wake) {
        PlainBinding binding = new PlainBinding(registry, settings, wake);
        binding.selfMetrics.register(registry, binding::probes, binding::measuringNanos, false);
        binding.discover();
        binding.freezeFirstStep();
        return binding;
    }

    private synchronized int probes() {
        return seriesTotals.probes();
    }

    private synchronized double measuringNanos() {
        return seriesTotals.measuringNanos();
    }

    /** The tags of all meters of one series, as the registry's lines can hold them. */
    Tags tags(SeriesKey source) {
        return wireTags.of(MeterNames.tags(source, settings.tags()));
    }

    /** As the registry is about to write it, to see which are alike; registering applies filters and naming convention by itself. */
    private MappedId<Void> mapped(SeriesKey source) {
        Meter.Id filtered = filtered(source, MeterNames.tags(source, settings.tags()));
        Meter.Id written = filtered(source, tags(source));
        return new MappedId<>(wireTags.comparable(hierarchicalName(written)), null, true, filtered);
    }

    private Meter.Id filtered(SeriesKey source, Tags tags) {
        MeterRegistry present = registry.get();
        Meter.Id id = new Meter.Id(MeterNames.of(source, ""), tags, null, null, Meter.Type.TIMER);
        return present == null ? id : MeterFilters.filtered(present, id).id();
    }

    /** What is one name in a registry that has no tags is told apart in all. */
    private String hierarchicalName(Meter.Id written) {
        MeterRegistry present = registry.get();
        try {
            return HierarchicalNameMapper.DEFAULT.toHierarchicalName(
                    written,
                    present == null ? NamingConvention.dot : present.config().namingConvention());
        } catch (RuntimeException refused) { // a convention's; its registry says so, too
            return written.toString();
        }
    }

    private synchronized void freezeFirstStep() {
        if (cycle.hasSteps()) {
            freezeCounts(System.nanoTime());
        }
    }

    /** A meter's value in ns or samples, for its registry. */
    synchronized double read(MeterReading reading) {
        if (!isUnbound && !isFinal) {
            long nowNanos = System.nanoTime();
            PublishCycle.Due due = cycle.dueBefore(reading, nowNanos);
            if (due.counts()) {
                freezeCounts(nowNanos);
            }
            if (due.gauges()) {
                freezeGauges();
            }
        }
        reading.readIn(cycle.generationFor(reading));
        return reading.value();
    }

    private void freezeCounts(long sinceNanos) {
        int before = seriesTotals.series().size();
        seriesTotals.refresh();
        showCounts();
        cycle.countsFrozen(sinceNanos);
        if (seriesTotals.series().size() != before) {
            wake.run();
        }
    }

    private void showCounts() {
        for (PublishedSeries<Void> series : seriesTotals.series()) {
            PlainSeries frozen = shown.get(series.id());
            if (frozen != null) {
                frozen.freezeCounts(series);
            }
        }
    }

    private void freezeGauges() {
        for (PublishedSeries<Void> series : seriesTotals.series()) {
            PlainSeries frozen = shown.get(series.id());
            if (frozen != null) {
                frozen.freezeInterval(series, settings.percentiles());
                series.endRecent();
            }
        }
        cycle.gaugesFrozen();
    }

    @Override
    public void prepareFinalPublish() {
        change(this::readLast);
    }

    private void readLast(Change change) {
        if (!cycle.isLive()) {
            freezeCounts(System.nanoTime());
            change.compare(seriesTotals.series());
            showCounts();
            freezeGauges();
            isFinal = true;
        }
    }

    /** Looks for probes that came or went, which its registry's own reading does not show; called now and then. */
    void discover() {
        change(change -> change.compare(seriesTotals.discover()));
    }

    /** Registers the meters of series that have come, and removes those of series that are gone. */
    private void change(Consumer<Change> finding) {
        MeterRegistry present = registry.get();
        if (present == null) {
            return;
        }
        synchronized (meters) {
            Change change = new Change();
            synchronized (this) {
                if (!isUnbound && !isFinal) {
                    finding.accept(change);
                }
            }
            change.gone.forEach(series -> meters.remove(present, series));
            change.come.forEach((frozen, series) -> add(present, frozen, series.source(), meters::add));
            change.slow.forEach((frozen, series) -> add(present, frozen, series.source(), meters::addSlow));
            change.notSlow.forEach(series -> meters.removeSlow(present, series));
            change.nested.forEach((frozen, series) -> add(present, frozen, series.source(), meters::addShare));
        }
    }

    /** A registry may refuse what it cannot hold, such as other tag keys under the same name; the other series are registered all the same. */
    private void add(MeterRegistry present, PlainSeries frozen, SeriesKey source, PlainMeters.Adding adding) {
        try {
            adding.add(present, frozen, source);
        } catch (RuntimeException refused) {
            // it is the registry's own answer to a failed registration, and the registry has said so
        }
    }

    /** The difference between the series that are there and those that the registry has. */
    private final class Change {

        private final Map<PlainSeries, PublishedSeries<Void>> come = new HashMap<>();
        private final Map<PlainSeries, PublishedSeries<Void>> slow = new HashMap<>();
        private final Map<PlainSeries, PublishedSeries<Void>> nested = new HashMap<>();
        private final List<PlainSeries> gone = new ArrayList<>();
        private final List<PlainSeries> notSlow = new ArrayList<>();

        void compare(Collection<PublishedSeries<Void>> all) {
            Map<MappedId<Void>, PlainSeries> kept = new HashMap<>();
            for (PublishedSeries<Void> series : all) {
                PlainSeries frozen = shown.remove(series.id());
                if (frozen == null) {
                    frozen = new PlainSeries(settings);
                    come.put(frozen, series);
                }
                if (frozen.changesSlow(series)) {
                    if (series.hasSlow()) {
                        slow.put(frozen, series);
                    } else {
                        notSlow.add(frozen);
                    }
                }
                if (frozen.becomesNested(series)) {
                    nested.put(frozen, series);
                }
                kept.put(series.id(), frozen);
            }
            gone.addAll(shown.values());
            shown.clear();
            shown.putAll(kept);
        }
    }

    @Override
    public void unbind() {
        synchronized (meters) {
            List<PlainSeries> all = new ArrayList<>();
            synchronized (this) {
                isUnbound = true;
                all.addAll(shown.values());
                shown.clear();
            }
            MeterRegistry present = registry.get();
            if (present != null) {
                all.forEach(series -> meters.remove(present, series));
                selfMetrics.remove(present);
            }
        }
    }
}
