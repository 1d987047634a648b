package org.latencyprobes.micrometer.internal.series;

import io.micrometer.core.instrument.Meter;
import java.util.Objects;

/**
 * An id as one registry publishes it, after the registry's filters and naming convention. Sources that filters have made alike have
 * the same id and are added up. Immutable.
 *
 * @param name the metric's name
 * @param labels its tags in the form that the registry's backend takes; null where it takes no such tags
 * @param isAccepted whether filters and backend let it through
 * @param filtered the id as filters left it, with all that naming makes alike; no part of the identity
 * @param <L> the form of the tags
 */
public record MappedId<L>(String name, L labels, boolean isAccepted, Meter.Id filtered) {

    /** Written out, for the reason that {@link SeriesKey} has. */
    @Override
    public boolean equals(Object other) {
        return other instanceof MappedId<?> id
                && name.equals(id.name)
                && isAccepted == id.isAccepted
                && Objects.equals(labels, id.labels);
    }

    @Override
    public int hashCode() {
        return 31 * name.hashCode() + Objects.hashCode(labels);
    }
}
