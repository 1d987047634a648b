package org.latencyprobes.micrometer;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Any registry: a counter of calls, one of their time, the worst, percentiles, and counters by SLO and by coarse bucket where asked
 * for.
 *
 * <p>Registries read meters one by one. What they read is frozen until the {@link PublishCycle} says that the next publish has begun, so
 * that all values of a publish are of one moment. Counters are exact over any number of publishes. What covers an interval begins
 * where the one before ended, so no sample is in none.
 *
 * <p>Two locks: this object's guards what is read; {@link #meters} guards what is registered and is never taken by a reading.
 * A registry calls readings while it holds locks of its own, and registering takes those: hence nothing is registered by a reading.
 */
final class PlainBinding implements RegistryBinding {

    private static final long RE_READING_COSTS = 10;

    /** However slow the machine is: without {@link #prepareFinalPublish}, a publish that follows sooner than this shows what the one before showed. */
    private static final long LONGEST_RE_READING_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final WeakReference<MeterRegistry> registry;
    private final BindingSettings settings;
    private final Runnable wake;
    private final PublishCycle cycle;
    private final SeriesTotals seriesTotals;
    private final SelfMetrics selfMetrics;
    private final PlainMeters meters;
    private final Map<MappedId, PlainSeries> shown = new HashMap<>();

    private int countsGeneration;
    private int gaugesGeneration;
    private int countsShownByGauges = -1;
    private long countsNanos;
    private long gaugesNanos;
    private long costNanos;
    private long step = -1;
    private boolean isFinal;
    private boolean isUnbound;

    /** One meter's value, and the generation in which it was last read. */
    static final class Reading {
        private final PlainSeries series;
        private final LongSupplier value;
        private final boolean isGauge;
        private int generation = -1;

        Reading(PlainSeries series, LongSupplier value, boolean isGauge) {
            this.series = series;
            this.value = value;
            this.isGauge = isGauge;
        }
    }

    private PlainBinding(MeterRegistry registry, BindingSettings settings, Runnable wake) {
        this.registry = new WeakReference<>(registry);
        this.settings = settings;
        this.wake = wake;
        this.cycle = PublishCycle.of(registry);
        this.seriesTotals = new SeriesTotals(settings.reader(registry), settings, true, this::place);
        this.selfMetrics = new SelfMetrics(settings);
        this.meters = new PlainMeters(this, settings);
    }

    static RegistryBinding bind(MeterRegistry registry, BindingSettings settings, Runnable wake) {
        PlainBinding binding = new PlainBinding(registry, settings, wake);
        binding.selfMetrics.published(registry, binding::probes);
        binding.selfMetrics.measuring(registry, binding::calls, false);
        binding.selfMetrics.boundaries(registry, settings.slos());
        binding.discover();
        binding.freezeFirstStep();
        return binding;
    }

    private synchronized int probes() {
        return seriesTotals.probes();
    }

    private synchronized long calls() {
        return seriesTotals.calls();
    }

    private MappedId place(Source source) {
        MeterRegistry present = registry.get();
        Meter.Id id =
                new Meter.Id(source.meterName(""), source.meterTags(settings.tags()), null, null, Meter.Type.TIMER);
        Meter.Id mapped =
                present == null ? id : MeterFilters.filtered(present, id).id();
        return new MappedId(mapped.getName(), mapped.getTags(), true);
    }

    private synchronized void freezeFirstStep() {
        if (cycle.hasSteps()) {
            freezeCounts(System.nanoTime());
        }
    }

    /** A meter's value in ns or samples, for its registry. */
    synchronized double read(Reading reading) {
        long nowNanos = System.nanoTime();
        if (!isUnbound && !isFinal) {
            if (cycle.hasSteps()) {
                freezeByStep(reading, nowNanos);
            } else {
                freezeByReading(reading, nowNanos);
            }
        }
        reading.generation = reading.isGauge ? gaugesGeneration : countsGeneration;
        return reading.value.getAsLong();
    }

    private void freezeByStep(Reading reading, long nowNanos) {
        long now = cycle.step();
        if (now != step) {
            step = now;
            freezeCounts(nowNanos);
            freezeGauges();
        } else if (isNext(reading, nowNanos, Long.MAX_VALUE, Long.MAX_VALUE)) { // the final publish within a step
            freezeCounts(nowNanos);
            if (reading.isGauge) {
                freezeGauges();
            }
        }
    }

    private void freezeByReading(Reading reading, long nowNanos) {
        if (!isNext(reading, nowNanos, cycle.lastingNanos(), cycle.gaugesLastingNanos())) {
            return;
        }
        boolean isFresh = nowNanos - countsNanos <= cycle.lastingNanos() && countsShownByGauges != countsGeneration;
        if (!reading.isGauge || !isFresh) {
            freezeCounts(nowNanos);
        }
        if (reading.isGauge) {
            freezeGauges();
        }
    }

    /** Whether this reading belongs to the next publish. */
    private boolean isNext(Reading reading, long nowNanos, long lastingNanos, long gaugesLastingNanos) {
        if (isFirst(reading)) {
            return true;
        }
        long age = nowNanos - (reading.isGauge ? gaugesNanos : countsNanos);
        boolean isAgain = reading.generation == (reading.isGauge ? gaugesGeneration : countsGeneration);
        long again = cycle.againNanos() == 0 ? 0 : Math.max(cycle.againNanos(), costsNanos());
        return age > (reading.isGauge ? gaugesLastingNanos : Math.max(lastingNanos, costNanos))
                || isAgain && age >= again;
    }

    private long costsNanos() {
        return Math.min(RE_READING_COSTS * costNanos, LONGEST_RE_READING_NANOS);
    }

    /** Whether there is nothing to be shown yet. */
    private boolean isFirst(Reading reading) {
        return (reading.isGauge ? gaugesGeneration : countsGeneration) == 0
                || cycle.isLive() && !(reading.isGauge ? reading.series.hasInterval() : reading.series.hasCounts());
    }

    private void freezeCounts(long nowNanos) {
        int before = seriesTotals.series().size();
        seriesTotals.refresh();
        showCounts();
        countsNanos = System.nanoTime();
        costNanos = countsNanos - nowNanos;
        countsGeneration++;
        if (seriesTotals.series().size() != before) {
            wake.run();
        }
    }

    private void showCounts() {
        for (PublishedSeries series : seriesTotals.series()) {
            PlainSeries frozen = shown.get(series.place());
            if (frozen != null) {
                frozen.freezeCounts(series.totals());
            }
        }
    }

    private void freezeGauges() {
        for (PublishedSeries series : seriesTotals.series()) {
            PlainSeries frozen = shown.get(series.place());
            if (frozen != null) {
                frozen.freezeInterval(series, settings.percentiles());
                series.endRecent();
            }
        }
        gaugesNanos = System.nanoTime();
        gaugesGeneration++;
        countsShownByGauges = countsGeneration;
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

    @Override
    public boolean needsDiscovery() {
        return true;
    }

    @Override
    public void discover() {
        change(change -> change.compare(seriesTotals.discover()));
    }

    /** Has the registry what is found to be there, each with its meters. */
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
            change.come.forEach((frozen, series) -> add(present, frozen, series.source()));
        }
    }

    /** A registry may refuse what it cannot hold, such as other tag keys under the same name: then the others are there all the same. */
    private void add(MeterRegistry present, PlainSeries frozen, Source source) {
        try {
            meters.add(present, frozen, source);
        } catch (RuntimeException refused) {
            // the registry has said so: what it throws is its own answer to a failed registration
        }
    }

    /** What the registry does not have yet, and what it still has. */
    private final class Change {

        private final Map<PlainSeries, PublishedSeries> come = new HashMap<>();
        private final List<PlainSeries> gone = new ArrayList<>();

        void compare(Collection<PublishedSeries> all) {
            Map<MappedId, PlainSeries> kept = new HashMap<>();
            for (PublishedSeries series : all) {
                PlainSeries frozen = shown.remove(series.place());
                if (frozen == null) {
                    frozen = new PlainSeries(settings);
                    come.put(frozen, series);
                }
                kept.put(series.place(), frozen);
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
