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
final class Placing {

    private static final String SLO_OVER = Names.SLO_OVER.substring(Names.DURATION.length());

    private final Settings settings;
    private final String unit;
    private final BiFunction<Meter.Id, NamingConvention, List<Tag>> tags;

    /**
     * Takes what its road has of its own.
     *
     * @param unit of times, as naming conventions see it, or null
     * @param tags the tags that the road writes for an id
     */
    Placing(Settings settings, String unit, BiFunction<Meter.Id, NamingConvention, List<Tag>> tags) {
        this.settings = settings;
        this.unit = unit;
        this.tags = tags;
    }

    /** The places of what goes with a series' durations: the worst, and the counters by SLO, in their order. */
    record Others(Place worst, List<Place> over) {}

    Place durations(MeterRegistry registry, Source source) {
        return place(registry, source, "", Meter.Type.TIMER, Tags.empty());
    }

    Others others(MeterRegistry registry, Source source) {
        List<Place> over = new ArrayList<>();
        for (Edge slo : source.isJitter() ? List.<Edge>of() : settings.slos()) {
            over.add(place(registry, source, SLO_OVER, Meter.Type.COUNTER, Tags.of(Names.SLO, slo.text())));
        }
        return new Others(place(registry, source, Names.WORST, Meter.Type.GAUGE, Tags.empty()), over);
    }

    private Place place(MeterRegistry registry, Source source, String suffix, Meter.Type type, Tags extra) {
        Meter.Id id = new Meter.Id(
                source.meterName(suffix),
                source.meterTags(settings.tags()).and(extra),
                type == Meter.Type.COUNTER ? null : unit,
                null,
                type);
        Ids.Filtered filtered = Ids.filtered(registry, id);
        NamingConvention convention = registry.config().namingConvention();
        return new Place(
                filtered.id().getConventionName(convention),
                tags.apply(filtered.id(), convention),
                filtered.isAccepted());
    }
}
