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
 * measuring cost, and where the SLOs' edges lie.
 */
final class Beside {

    private final Tags tags;
    /** Their ids and not the meters: some of those hold their registry. */
    private final List<Meter.Id> meters = new ArrayList<>();

    /** On first use, on a registry's thread: it takes some milliseconds. */
    private static final class Floor {
        static final double NANOS = ClockCheck.run().floorNanos();
    }

    Beside(Settings settings) {
        this.tags = settings.tags();
    }

    /** Whether a binder publishes there already, this or another one, whatever its tags. */
    static boolean isTaken(MeterRegistry registry, Settings settings) {
        return isThere(registry, settings, Names.PUBLISHED, Meter.Type.GAUGE)
                || isThere(registry, settings, Names.MEASURING, Meter.Type.COUNTER); // a filter may deny one of them
    }

    private static boolean isThere(MeterRegistry registry, Settings settings, String name, Meter.Type type) {
        Meter.Id id = new Meter.Id(name, settings.tags(), null, null, type);
        return registry.find(Ids.filtered(registry, id).id().getName()).meter() != null;
    }

    void published(MeterRegistry registry, IntSupplier probes) {
        meters.add(Gauge.builder(Names.PUBLISHED, this, any -> probes.getAsInt())
                .description(Names.ABOUT_PUBLISHED)
                .tags(tags)
                .strongReference(true)
                .register(registry)
                .getId());
    }

    /** Exported in seconds, or in whole ns for registries that cut fractions off. */
    void measuring(MeterRegistry registry, LongSupplier calls, boolean inSeconds) {
        DoubleSupplier cost = () -> inSeconds
                ? calls.getAsLong() * Floor.NANOS / TimeUnit.SECONDS.toNanos(1)
                : Math.rint(calls.getAsLong() * Floor.NANOS);
        meters.add(FunctionCounter.builder(Names.MEASURING, cost, any -> cost.getAsDouble())
                .baseUnit(inSeconds ? "seconds" : "nanoseconds")
                .description(Names.ABOUT_MEASURING)
                .tags(tags)
                .register(registry)
                .getId());
    }

    void edges(MeterRegistry registry, List<Edge> slos) {
        for (Edge slo : slos) {
            meters.add(TimeGauge.builder(Names.SLO_EDGE, slo, TimeUnit.NANOSECONDS, any -> slo.nanos())
                    .description(Names.ABOUT_SLO_EDGE)
                    .tags(tags)
                    .tag(Names.SLO, slo.text())
                    .register(registry)
                    .getId());
        }
    }

    void remove(MeterRegistry registry) {
        meters.forEach(registry::remove);
        meters.clear();
    }
}
