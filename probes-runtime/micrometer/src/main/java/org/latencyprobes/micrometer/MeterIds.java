package org.latencyprobes.micrometer;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.config.NamingConvention;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;

/** Applies a registry's filters, common tags and naming to what Micrometer does not register itself; once for each series. */
final class MeterIds {

    private static final String SLO_OVER = MeterNames.SLO_OVER.substring(MeterNames.DURATION.length());

    private final BindingSettings settings;
    private final String unit;
    private final BiFunction<Meter.Id, NamingConvention, List<Tag>> tags;

    /**
     * Takes what its binding has of its own.
     *
     * @param unit of times, as naming conventions see it, or null
     * @param tags the tags that the binding writes for an id
     */
    MeterIds(BindingSettings settings, String unit, BiFunction<Meter.Id, NamingConvention, List<Tag>> tags) {
        this.settings = settings;
        this.unit = unit;
        this.tags = tags;
    }

    /** The places of what goes with a series' durations: the worst, and the counters by SLO, in their order. */
    record Others(MappedId worst, List<MappedId> over) {}

    MappedId durations(MeterRegistry registry, Source source) {
        return place(registry, source, "", Meter.Type.TIMER, Tags.empty());
    }

    Others others(MeterRegistry registry, Source source) {
        List<MappedId> over = new ArrayList<>();
        for (BucketBoundary slo : source.isJitter() ? List.<BucketBoundary>of() : settings.slos()) {
            over.add(place(registry, source, SLO_OVER, Meter.Type.COUNTER, Tags.of(MeterNames.SLO, slo.text())));
        }
        return new Others(place(registry, source, MeterNames.WORST, Meter.Type.GAUGE, Tags.empty()), over);
    }

    private MappedId place(MeterRegistry registry, Source source, String suffix, Meter.Type type, Tags extra) {
        Meter.Id id = new Meter.Id(
                source.meterName(suffix),
                source.meterTags(settings.tags()).and(extra),
                type == Meter.Type.COUNTER ? null : unit,
                null,
                type);
        MeterFilters.Filtered filtered = MeterFilters.filtered(registry, id);
        NamingConvention convention = registry.config().namingConvention();
        return new MappedId(
                filtered.id().getConventionName(convention),
                tags.apply(filtered.id(), convention),
                filtered.isAccepted());
    }
}
