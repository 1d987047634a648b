package org.latencyprobes.micrometer.internal.series;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.config.MeterFilterReply;
import io.micrometer.core.instrument.noop.NoopMeter;

/**
 * The filters of a registry, common tags among them, and what they make of an id. Stateless.
 *
 * <p>Micrometer applies filters to what it registers itself and hands them to nobody else. So they are read from the registry's
 * private field; where that is refused, a counter is registered for a moment to see what becomes of it.
 */
public final class MeterFilters {

    private static final PrivateField FILTERS = new PrivateField(MeterRegistry.class, "filters");

    private MeterFilters() {}

    /** The id as filters map it; unchanged and not accepted where they deny it. */
    public record Filtered(Meter.Id id, boolean isAccepted) {}

    public static Filtered filtered(MeterRegistry registry, Meter.Id id) {
        return FILTERS.valueIn(registry) instanceof MeterFilter[] filters
                ? byFilters(filters, id)
                : byRegistering(registry, id);
    }

    private static Filtered byFilters(MeterFilter[] filters, Meter.Id id) {
        Meter.Id mapped = id;
        for (MeterFilter filter : filters) {
            mapped = filter.map(mapped);
        }
        for (MeterFilter filter : filters) {
            MeterFilterReply reply = filter.accept(mapped);
            if (reply != MeterFilterReply.NEUTRAL) {
                return new Filtered(mapped, reply == MeterFilterReply.ACCEPT);
            }
        }
        return new Filtered(mapped, true);
    }

    public static Filtered byRegistering(MeterRegistry registry, Meter.Id id) {
        Meter meter = FunctionCounter.builder(id.getName(), id, any -> 0)
                .tags(id.getTags())
                .baseUnit(id.getBaseUnit())
                .description(id.getDescription())
                .register(registry);
        Meter.Id mapped = meter.getId();
        registry.remove(meter);
        Meter.Id typed = new Meter.Id(
                mapped.getName(), Tags.of(mapped.getTags()), id.getBaseUnit(), id.getDescription(), id.getType());
        return new Filtered(typed, !(meter instanceof NoopMeter));
    }
}
