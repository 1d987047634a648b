package org.latencyprobes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.latencyprobes.histogram.Interval;
import org.latencyprobes.internal.histogram.CountsReader;

/** A test's own probes among those of the whole JVM. */
public final class Readings {

    private Readings() {}

    /** The intervals of all probes of a name. */
    public static List<Interval> of(String name, List<Interval> intervals) {
        return intervals.stream()
                .filter(interval -> interval.name().equals(name))
                .toList();
    }

    /** The next intervals of all probes of a name, also those without samples. */
    public static List<Interval> evenIfEmpty(String name, CountsReader reader) {
        List<Interval> intervals = new ArrayList<>();
        reader.read(counts -> intervals.add(Interval.of(counts)));
        return of(name, intervals);
    }

    /** The one interval of the probe of a name. */
    public static Interval only(String name, List<Interval> intervals) {
        List<Interval> found = of(name, intervals);
        assertThat(found).hasSize(1);
        return found.get(0);
    }
}
