package org.latencyprobes.micrometer;

import io.micrometer.core.instrument.Tag;
import java.util.List;

/**
 * Where a source's samples are published in one registry, after its filters and naming. Sources that filters have made alike share
 * a place and are added up.
 *
 * @param name the name of the durations' meter
 * @param tags its tags, in order
 * @param isAccepted whether filters let that meter through
 */
record MappedId(String name, List<Tag> tags, boolean isAccepted) {

    /** Written out, for the reason that {@link Source} has. */
    @Override
    public boolean equals(Object other) {
        return other instanceof MappedId place
                && name.equals(place.name)
                && isAccepted == place.isAccepted
                && tags.equals(place.tags);
    }

    @Override
    public int hashCode() {
        return 31 * name.hashCode() + tags.hashCode();
    }
}
