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
 * <p>Registries read meters one by one. What they read is frozen until the {@link Rhythm} says that the next publish has begun, so
 * that all values of a publish are of one moment. Counters are exact over any number of publishes. What covers an interval begins
 * where the one before ended, so no sample is in none.
 *
 * <p>Two locks: this object's guards what is read; {@link #meters} guards what is registered and is never taken by a reading.
 * A registry calls readings while it holds locks of its own, and registering takes those: hence nothing is registered by a reading.
 */
final class PlainRoad implements Road {

    private static final long RE_READING_COSTS = 10;

    /** However slow the machine is: without {@link #finish}, a publish that follows sooner than this shows what the one before showed. */
    private static final long LONGEST_RE_READING_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final WeakReference<MeterRegistry> registry;
    private final Settings settings;
    private final Runnable wake;
    private final Rhythm rhythm;
    private final Ledger ledger;
    private final Beside beside;
    private final PlainMeters meters;
    private final Map<Place, PlainSeries> shown = new HashMap<>();

    private int countsGeneration;
    private int gaugesGeneration;
    private int countsShownByGauges = -1;
    private long countsNanos;
    private long gaugesNanos;
    private long costNanos;
    private long step = -1;
    private boolean isFinished;
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

    private PlainRoad(MeterRegistry registry, Settings settings, Runnable wake) {
        this.registry = new WeakReference<>(registry);
        this.settings = settings;
        this.wake = wake;
        this.rhythm = Rhythm.of(registry);
        this.ledger = new Ledger(settings.reader(registry), settings, true, this::place);
        this.beside = new Beside(settings);
        this.meters = new PlainMeters(this, settings);
    }

    static Road bind(MeterRegistry registry, Settings settings, Runnable wake) {
        PlainRoad road = new PlainRoad(registry, settings, wake);
        road.beside.published(registry, road::probes);
        road.beside.measuring(registry, road::calls, false);
        road.beside.edges(registry, settings.slos());
        road.discover();
        road.freezeFirstStep();
        return road;
    }

    private synchronized int probes() {
        return ledger.probes();
    }

    private synchronized long calls() {
        return ledger.calls();
    }

    private Place place(Source source) {
        MeterRegistry present = registry.get();
        Meter.Id id =
                new Meter.Id(source.meterName(""), source.meterTags(settings.tags()), null, null, Meter.Type.TIMER);
        Meter.Id mapped = present == null ? id : Ids.filtered(present, id).id();
        return new Place(mapped.getName(), mapped.getTags(), true);
    }

    private synchronized void freezeFirstStep() {
        if (rhythm.hasSteps()) {
            freezeCounts(System.nanoTime());
        }
    }

    /** A meter's value in ns or samples, for its registry. */
    synchronized double read(Reading reading) {
        long nowNanos = System.nanoTime();
        if (!isUnbound && !isFinished) {
            if (rhythm.hasSteps()) {
                freezeByStep(reading, nowNanos);
            } else {
                freezeByReading(reading, nowNanos);
            }
        }
        reading.generation = reading.isGauge ? gaugesGeneration : countsGeneration;
        return reading.value.getAsLong();
    }

    private void freezeByStep(Reading reading, long nowNanos) {
        long now = rhythm.step();
        if (now != step) {
            step = now;
            freezeCounts(nowNanos);
            freezeGauges();
        } else if (isNext(reading, nowNanos, Long.MAX_VALUE, Long.MAX_VALUE)) { // the farewell publish within a step
            freezeCounts(nowNanos);
            if (reading.isGauge) {
                freezeGauges();
            }
        }
    }

    private void freezeByReading(Reading reading, long nowNanos) {
        if (!isNext(reading, nowNanos, rhythm.lastingNanos(), rhythm.gaugesLastingNanos())) {
            return;
        }
        boolean isFresh = nowNanos - countsNanos <= rhythm.lastingNanos() && countsShownByGauges != countsGeneration;
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
        long again = rhythm.againNanos() == 0 ? 0 : Math.max(rhythm.againNanos(), costsNanos());
        return age > (reading.isGauge ? gaugesLastingNanos : Math.max(lastingNanos, costNanos))
                || isAgain && age >= again;
    }

    private long costsNanos() {
        return Math.min(RE_READING_COSTS * costNanos, LONGEST_RE_READING_NANOS);
    }

    /** Whether there is nothing to be shown yet. */
    private boolean isFirst(Reading reading) {
        return (reading.isGauge ? gaugesGeneration : countsGeneration) == 0
                || rhythm.isLive() && !(reading.isGauge ? reading.series.hasInterval() : reading.series.hasCounts());
    }

    private void freezeCounts(long nowNanos) {
        int before = ledger.series().size();
        ledger.refresh();
        showCounts();
        countsNanos = System.nanoTime();
        costNanos = countsNanos - nowNanos;
        countsGeneration++;
        if (ledger.series().size() != before) {
            wake.run();
        }
    }

    private void showCounts() {
        for (Series series : ledger.series()) {
            PlainSeries frozen = shown.get(series.place());
            if (frozen != null) {
                frozen.freezeCounts(series.totals());
            }
        }
    }

    private void freezeGauges() {
        for (Series series : ledger.series()) {
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
    public void finish() {
        change(this::readLast);
    }

    private void readLast(Change change) {
        if (!rhythm.isLive()) {
            freezeCounts(System.nanoTime());
            change.compare(ledger.series());
            showCounts();
            freezeGauges();
            isFinished = true;
        }
    }

    @Override
    public boolean needsDiscovery() {
        return true;
    }

    @Override
    public void discover() {
        change(change -> change.compare(ledger.discover()));
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
                if (!isUnbound && !isFinished) {
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

        private final Map<PlainSeries, Series> come = new HashMap<>();
        private final List<PlainSeries> gone = new ArrayList<>();

        void compare(Collection<Series> all) {
            Map<Place, PlainSeries> kept = new HashMap<>();
            for (Series series : all) {
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
                beside.remove(present);
            }
        }
    }
}
