package org.latencyprobes.micrometer.internal.series;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * The probes that a registry writes alike although they differ, such as two of one name with the tags {@code a.b} and {@code a_b}. Each but
 * the first gets a further tag, or the backend would mix their figures. What filters have made alike is meant to be. Not thread-safe.
 *
 * @param <L> the form that the registry's backend has of tags
 */
final class Lookalikes<L> {

    private final Function<SeriesKey, MappedId<L>> ids;
    private final Map<MappedId<L>, MappedId<L>> first = new HashMap<>();
    /** By the calls of the probe. */
    private final Map<SeriesKey, Boolean> apart = new HashMap<>();

    Lookalikes(Function<SeriesKey, MappedId<L>> ids) {
        this.ids = ids;
    }

    /** A source as it is published: with the further tag where it needs one. */
    record Told<L>(SeriesKey source, MappedId<L> id) {}

    /** A probe has the further tag in all its outcomes and meters, or in none. */
    Told<L> told(SeriesKey source) {
        SeriesKey probe = source.probe();
        if (!apart.containsKey(probe)) {
            MappedId<L> id = ids.apply(probe);
            MappedId<L> before = first.putIfAbsent(id, id);
            apart.put(probe, before != null && !before.filtered().equals(id.filtered()));
            if (!apart.get(probe) && source.equals(probe)) {
                return new Told<>(source, id);
            }
        }
        SeriesKey told = apart.get(probe) ? source.toldApart() : source;
        return new Told<>(told, ids.apply(told));
    }

    /** Forgets all but these. */
    void retain(Collection<SeriesKey> sources) {
        Set<SeriesKey> probes = new HashSet<>();
        sources.forEach(source -> probes.add(source.probe()));
        apart.keySet().retainAll(probes);
        Set<MappedId<L>> present = new HashSet<>();
        probes.forEach(probe -> present.add(ids.apply(probe)));
        first.keySet().retainAll(present);
    }
}
