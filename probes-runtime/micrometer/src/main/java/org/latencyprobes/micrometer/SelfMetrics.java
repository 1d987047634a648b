package org.latencyprobes.micrometer;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleSupplier;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import org.latencyprobes.jitter.ClockCheck;

/**
 * The meters beside the probes' own, which every registry has of Micrometer's own making: how many probes are published, what
 * measuring cost, and where the SLOs' boundaries lie.
 */
final class SelfMetrics {

    private final Tags tags;
    /** Their ids and not the meters: some of those hold their registry. */
    private final List<Meter.Id> meters = new ArrayList<>();

    /** On first use, on a registry's thread: it takes some milliseconds. */
    private static final class Baseline {
        static final double NANOS = ClockCheck.run().baselineNanos();
    }

    SelfMetrics(BindingSettings settings) {
        this.tags = settings.tags();
    }

    /** Whether a binder publishes there already, this or another one, whatever its tags. */
    static boolean isTaken(MeterRegistry registry, BindingSettings settings) {
        return isThere(registry, settings, MeterNames.PUBLISHED, Meter.Type.GAUGE)
                || isThere(
                        registry, settings, MeterNames.MEASURING, Meter.Type.COUNTER); // a filter may deny one of them
    }

    private static boolean isThere(MeterRegistry registry, BindingSettings settings, String name, Meter.Type type) {
        Meter.Id id = new Meter.Id(name, settings.tags(), null, null, type);
        return registry.find(MeterFilters.filtered(registry, id).id().getName()).meter() != null;
    }

    void published(MeterRegistry registry, IntSupplier probes) {
        meters.add(Gauge.builder(MeterNames.PUBLISHED, this, any -> probes.getAsInt())
                .description(MeterNames.ABOUT_PUBLISHED)
                .tags(tags)
                .strongReference(true)
                .register(registry)
                .getId());
    }

    /** Exported in seconds, or in whole ns for registries that cut fractions off. */
    void measuring(MeterRegistry registry, LongSupplier calls, boolean inSeconds) {
        DoubleSupplier cost = () -> inSeconds
                ? calls.getAsLong() * Baseline.NANOS / TimeUnit.SECONDS.toNanos(1)
                : Math.rint(calls.getAsLong() * Baseline.NANOS);
        meters.add(FunctionCounter.builder(MeterNames.MEASURING, cost, any -> cost.getAsDouble())
                .baseUnit(inSeconds ? "seconds" : "nanoseconds")
                .description(MeterNames.ABOUT_MEASURING)
                .tags(tags)
                .register(registry)
                .getId());
    }

    void boundaries(MeterRegistry registry, List<BucketBoundary> slos) {
        for (BucketBoundary slo : slos) {
            meters.add(TimeGauge.builder(MeterNames.SLO_EDGE, slo, TimeUnit.NANOSECONDS, any -> slo.nanos())
                    .description(MeterNames.ABOUT_SLO_EDGE)
                    .tags(tags)
                    .tag(MeterNames.SLO, slo.text())
                    .register(registry)
                    .getId());
        }
    }

    void remove(MeterRegistry registry) {
        meters.forEach(registry::remove);
        meters.clear();
    }
}
