package org.latencyprobes.micrometer;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.config.NamingConvention;
import java.lang.ref.WeakReference;
import java.util.function.BiFunction;
import java.util.function.IntSupplier;
import org.latencyprobes.micrometer.internal.series.BindingSettings;
import org.latencyprobes.micrometer.internal.series.MeterIds;
import org.latencyprobes.micrometer.internal.series.PublishedSeries;
import org.latencyprobes.micrometer.internal.series.RegistryKinds;
import org.latencyprobes.micrometer.internal.series.SeriesTotals;

/**
 * A binding to a backend that takes exponential histograms.
 *
 * <p>Micrometer's meters cannot hold them, so they go past the registry. Its filters, common tags and naming convention do not reach
 * them there and are applied by {@link MeterIds}.
 *
 * @param <L> the form that the backend has of tags
 */
abstract class HistogramBinding<L> implements RegistryBinding {

    private final WeakReference<MeterRegistry> registry;
    private final MeterIds<L> ids;
    private final SelfMetrics selfMetrics;
    /** Guarded by this binding. */
    private final SeriesTotals<L> seriesTotals;

    HistogramBinding(
            MeterRegistry registry,
            BindingSettings settings,
            String timeUnit,
            BiFunction<Meter.Id, NamingConvention, L> labels) {
        this.registry = new WeakReference<>(registry);
        this.ids = new MeterIds<>(settings, timeUnit, labels);
        this.selfMetrics = new SelfMetrics(settings);
        this.seriesTotals = new SeriesTotals<>(
                settings.reader(registry),
                settings,
                RegistryKinds.sendsDifferences(registry),
                false,
                source -> ids.durations(this.registry.get(), source));
    }

    /** Registers what every registry has of Micrometer's own making. */
    void registerSelfMetrics(MeterRegistry present, IntSupplier probes) {
        selfMetrics.register(present, probes, this::measuringNanos, true);
    }

    /** The registry, or null if it is gone. */
    MeterRegistry registry() {
        return registry.get();
    }

    SeriesTotals<L> seriesTotals() {
        return seriesTotals;
    }

    private synchronized double measuringNanos() {
        return seriesTotals.measuringNanos();
    }

    /** Maps a series' other ids by the filters and names of its registry, which are asked once. */
    void mapOthers(PublishedSeries<L> series, MeterRegistry present) {
        series.mapOthers(source -> ids.others(present, source));
    }

    @Override
    public void unbind() {
        MeterRegistry present = registry.get();
        if (present != null) {
            selfMetrics.remove(present);
        }
    }
}
