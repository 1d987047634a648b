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
import org.latencyprobes.micrometer.PlainSeries.Part;
import org.latencyprobes.micrometer.internal.series.BindingSettings;
import org.latencyprobes.micrometer.internal.series.MappedId;
import org.latencyprobes.micrometer.internal.series.MeterFilters;
import org.latencyprobes.micrometer.internal.series.MeterNames;
import org.latencyprobes.micrometer.internal.series.PublishedSeries;
import org.latencyprobes.micrometer.internal.series.RegistryKinds;
import org.latencyprobes.micrometer.internal.series.SeriesKey;
import org.latencyprobes.micrometer.internal.series.SeriesTotals;

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
            change.gone.forEach(step -> meters.remove(present, step.series(), step.part()));
            change.come.forEach(step -> add(present, step));
        }
    }

    /** A registry may refuse what it cannot hold, such as other tag keys under the same name; the other series are registered all the same. */
    private void add(MeterRegistry present, Step step) {
        try {
            meters.add(present, step.series(), step.source(), step.part());
        } catch (RuntimeException refused) {
            // it is the registry's own answer to a failed registration, and the registry has said so
        }
    }

    /** A part of a series that has come or is gone. */
    private record Step(PlainSeries series, SeriesKey source, Part part) {}

    /** The difference between the series that are there and those that the registry has. */
    private final class Change {

        private final List<Step> come = new ArrayList<>();
        private final List<Step> gone = new ArrayList<>();

        void compare(Collection<PublishedSeries<Void>> all) {
            Map<MappedId<Void>, PlainSeries> kept = new HashMap<>();
            for (PublishedSeries<Void> series : all) {
                PlainSeries present = shown.remove(series.id());
                PlainSeries frozen = present == null ? new PlainSeries(settings) : present;
                for (Part part : Part.values()) {
                    if (frozen.changes(part, series)) {
                        (frozen.has(part) ? come : gone).add(new Step(frozen, series.source(), part));
                    }
                }
                kept.put(series.id(), frozen);
            }
            shown.values().forEach(this::goes);
            shown.clear();
            shown.putAll(kept);
        }

        void goes(PlainSeries series) {
            for (Part part : Part.values()) {
                gone.add(new Step(series, null, part));
            }
        }
    }

    @Override
    public void unbind() {
        synchronized (meters) {
            Change change = new Change();
            synchronized (this) {
                isUnbound = true;
                shown.values().forEach(change::goes);
                shown.clear();
            }
            MeterRegistry present = registry.get();
            if (present != null) {
                change.gone.forEach(step -> meters.remove(present, step.series(), step.part()));
                selfMetrics.remove(present);
            }
        }
    }
}
