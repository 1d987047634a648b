package org.latencyprobes.micrometer.internal.series;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.config.NamingConvention;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;

/**
 * The mapping of sources to the ids that a registry publishes them under: its filters, common tags and naming convention, applied to
 * what Micrometer does not register itself. Stateless; called once for each series.
 *
 * @param <L> the form that the registry's backend has of tags
 */
public final class MeterIds<L> {

    private static final String SLO_OVER = MeterNames.SLO_OVER.substring(MeterNames.DURATION.length());

    private final BindingSettings settings;
    private final String timeUnit;
    private final BiFunction<Meter.Id, NamingConvention, L> labels;

    /**
     * Creates a mapping for one kind of backend.
     *
     * @param timeUnit the unit of times, as naming conventions see it, or null
     * @param labels the tags of an id; null where the backend refuses them
     */
    public MeterIds(BindingSettings settings, String timeUnit, BiFunction<Meter.Id, NamingConvention, L> labels) {
        this.settings = settings;
        this.timeUnit = timeUnit;
        this.labels = labels;
    }

    /**
     * The ids beside that of the durations: the calls, the slow ones and the share of measuring (null for a jitter sampler), the longest, and the
     * counters by SLO, in their order.
     */
    public record Others<L>(
            MappedId<L> calls, MappedId<L> slow, MappedId<L> share, MappedId<L> max, List<MappedId<L>> over) {}

    public MappedId<L> durations(MeterRegistry registry, SeriesKey source) {
        return mapped(registry, source, "", Meter.Type.TIMER, Tags.empty());
    }

    public Others<L> others(MeterRegistry registry, SeriesKey source) {
        MappedId<L> max = mapped(registry, source, MeterNames.MAX, Meter.Type.GAUGE, Tags.empty());
        if (source.isJitter()) {
            return new Others<>(null, null, null, max, List.of());
        }
        List<MappedId<L>> over = new ArrayList<>();
        for (BucketBoundary slo : source.isSelf() ? List.<BucketBoundary>of() : settings.slos()) {
            over.add(mapped(registry, source, SLO_OVER, Meter.Type.COUNTER, Tags.of(MeterNames.SLO, slo.text())));
        }
        return new Others<>(
                mapped(registry, source, MeterNames.CALLS, Meter.Type.COUNTER, Tags.empty()),
                mapped(registry, MeterNames.SLOW_CALLS, source, null, Meter.Type.COUNTER, Tags.empty()),
                mapped(registry, MeterNames.MEASURING_SHARE, source, null, Meter.Type.GAUGE, Tags.empty()),
                max,
                over);
    }

    private MappedId<L> mapped(MeterRegistry registry, SeriesKey source, String suffix, Meter.Type type, Tags extra) {
        String unit = type == Meter.Type.COUNTER ? null : timeUnit;
        return mapped(registry, MeterNames.of(source, suffix), source, unit, type, extra);
    }

    private MappedId<L> mapped(
            MeterRegistry registry, String name, SeriesKey source, String unit, Meter.Type type, Tags extra) {
        Meter.Id id =
                new Meter.Id(name, MeterNames.tags(source, settings.tags()).and(extra), unit, null, type);
        MeterFilters.Filtered filtered = MeterFilters.filtered(registry, id);
        NamingConvention convention = registry.config().namingConvention();
        L mappedLabels = labels.apply(filtered.id(), convention);
        return new MappedId<>(
                filtered.id().getConventionName(convention),
                mappedLabels,
                filtered.isAccepted() && mappedLabels != null,
                filtered.id());
    }
}
