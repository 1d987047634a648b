package org.latencyprobes.micrometer;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleSupplier;
import java.util.function.ToDoubleFunction;
import org.latencyprobes.micrometer.PlainSeries.Part;
import org.latencyprobes.micrometer.internal.series.BindingSettings;
import org.latencyprobes.micrometer.internal.series.MeterNames;
import org.latencyprobes.micrometer.internal.series.PublishedSeries;
import org.latencyprobes.micrometer.internal.series.SeriesKey;

/**
 * The meters of a {@link PlainBinding}, whose registration lock this object is. Registries hold what a meter reads from weakly;
 * here the function refers to it as well, so that it stays as long as the meter.
 */
final class PlainMeters {

    private final PlainBinding binding;
    private final BindingSettings settings;

    PlainMeters(PlainBinding binding, BindingSettings settings) {
        this.binding = binding;
        this.settings = settings;
    }

    void remove(MeterRegistry registry, PlainSeries series, Part part) {
        series.meters(part).forEach(registry::remove);
        series.meters(part).clear();
    }

    void add(MeterRegistry registry, PlainSeries series, SeriesKey source, Part part) {
        Target target = new Target(registry, series, series.meters(part), source, binding.tags(source));
        switch (part) {
            case SLOW_CALLS ->
                named(
                        target,
                        MeterNames.SLOW_CALLS,
                        MeterNames.ABOUT_SLOW_CALLS,
                        null,
                        Tags.empty(),
                        PublishedSeries::slow);
            case NESTED_CALLS -> addShare(target, series);
            default -> addCalls(target, series, source);
        }
    }

    private void addCalls(Target target, PlainSeries series, SeriesKey source) {
        counter(target, MeterNames.COUNT, MeterNames.ABOUT_COUNT, null, Tags.empty(), PublishedSeries::calls);
        if (!source.isJitter()) {
            counter(target, MeterNames.TIMED, MeterNames.ABOUT_TIMED, null, Tags.empty(), PublishedSeries::count);
        }
        counter(target, MeterNames.SUM, MeterNames.ABOUT_SUM, "nanoseconds", Tags.empty(), PublishedSeries::sumNanos);
        gauge(target, MeterNames.MAX, MeterNames.ABOUT_MAX, Tags.empty(), series::maxNanos);
        List<Double> percentiles = settings.percentiles();
        for (int i = 0; i < percentiles.size(); i++) {
            int at = i;
            Tags phi = Tags.of(MeterNames.PHI, phi(percentiles.get(i)));
            gauge(target, MeterNames.PERCENTILE, MeterNames.ABOUT_PERCENTILE, phi, () -> series.percentileNanos(at));
        }
        for (int i = 0; i < (settings.boundsAsked() ? settings.bounds().size() : 0); i++) {
            int at = i;
            Tags bound =
                    Tags.of(MeterNames.UPPER_BOUND, settings.bounds().get(i).text());
            counter(target, MeterNames.HISTOGRAM, MeterNames.ABOUT_HISTOGRAM, null, bound, totals -> totals.upTo(at));
        }
        for (int i = 0;
                i < (source.isJitter() || source.isSelf() ? 0 : settings.slos().size());
                i++) {
            int at = i;
            Tags slo = Tags.of(MeterNames.SLO, settings.slos().get(i).text());
            named(target, MeterNames.SLO_OVER, MeterNames.ABOUT_SLO_OVER, null, slo, totals -> totals.over(at));
        }
    }

    private void addShare(Target target, PlainSeries series) {
        MeterReading reading = new MeterReading(series, series::measuringShare, true);
        target.meters()
                .add(Gauge.builder(MeterNames.MEASURING_SHARE, reading, any -> binding.read(reading))
                        .tags(target.tags())
                        .description(MeterNames.ABOUT_MEASURING_SHARE)
                        .register(target.registry())
                        .getId());
    }

    private record Target(
            MeterRegistry registry, PlainSeries series, List<Meter.Id> meters, SeriesKey source, Tags tags) {}

    static String phi(double percentile) {
        return percentile == 1 ? "1" : String.format(Locale.ROOT, "%s", percentile);
    }

    private void counter(
            Target target,
            String suffix,
            String about,
            String unit,
            Tags tags,
            ToDoubleFunction<PublishedSeries<?>> which) {
        named(target, MeterNames.of(target.source(), suffix), about, unit, tags, which);
    }

    private void named(
            Target target,
            String name,
            String about,
            String unit,
            Tags tags,
            ToDoubleFunction<PublishedSeries<?>> which) {
        MeterReading reading =
                new MeterReading(target.series(), () -> target.series().total(which), false);
        target.meters()
                .add(FunctionCounter.builder(name, reading, any -> binding.read(reading))
                        .tags(target.tags().and(tags))
                        .baseUnit(unit)
                        .description(about)
                        .register(target.registry())
                        .getId());
    }

    private void gauge(Target target, String suffix, String about, Tags tags, DoubleSupplier value) {
        MeterReading reading = new MeterReading(target.series(), value, true);
        target.meters()
                .add(TimeGauge.builder(
                                MeterNames.of(target.source(), suffix),
                                reading,
                                TimeUnit.NANOSECONDS,
                                any -> binding.read(reading))
                        .tags(target.tags().and(tags))
                        .description(about)
                        .register(target.registry())
                        .getId());
    }
}
