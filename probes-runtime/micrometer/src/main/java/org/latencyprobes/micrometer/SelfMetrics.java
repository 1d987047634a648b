package org.latencyprobes.micrometer;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleSupplier;
import java.util.function.IntSupplier;
import org.latencyprobes.micrometer.internal.series.BindingSettings;
import org.latencyprobes.micrometer.internal.series.BucketBoundary;
import org.latencyprobes.micrometer.internal.series.MeterFilters;
import org.latencyprobes.micrometer.internal.series.MeterNames;

/**
 * The meters about the publishing itself: how many probes are published, what measuring cost, and where the SLOs' boundaries lie.
 * Every registry has them as Micrometer's own.
 */
final class SelfMetrics {

    private final BindingSettings settings;
    /** Their ids and not the meters: some of those hold their registry. */
    private final List<Meter.Id> meters = new ArrayList<>();

    SelfMetrics(BindingSettings settings) {
        this.settings = settings;
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

    /**
     * Registers all of them.
     *
     * @param measuringNanos what measuring has cost, in ns
     * @param inSeconds whether the cost is exported in s; else it is in whole ns, for registries that cut fractions off
     */
    void register(MeterRegistry registry, IntSupplier probes, DoubleSupplier measuringNanos, boolean inSeconds) {
        add(Gauge.builder(MeterNames.PUBLISHED, this, any -> probes.getAsInt())
                .description(MeterNames.ABOUT_PUBLISHED)
                .tags(settings.tags())
                .strongReference(true)
                .register(registry));
        DoubleSupplier cost = () -> inSeconds
                ? measuringNanos.getAsDouble() / TimeUnit.SECONDS.toNanos(1)
                : Math.rint(measuringNanos.getAsDouble());
        add(FunctionCounter.builder(MeterNames.MEASURING, cost, any -> cost.getAsDouble())
                .baseUnit(inSeconds ? "seconds" : "nanoseconds")
                .description(MeterNames.ABOUT_MEASURING)
                .tags(settings.tags())
                .register(registry));
        for (BucketBoundary slo : settings.slos()) {
            add(TimeGauge.builder(MeterNames.SLO_EDGE, slo, TimeUnit.NANOSECONDS, any -> slo.nanos())
                    .description(MeterNames.ABOUT_SLO_EDGE)
                    .tags(settings.tags())
                    .tag(MeterNames.SLO, slo.text())
                    .register(registry));
        }
    }

    private void add(Meter meter) {
        meters.add(meter.getId());
    }

    void remove(MeterRegistry registry) {
        meters.forEach(registry::remove);
        meters.clear();
    }
}
