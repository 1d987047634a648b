package org.latencyprobes.cli.merge;

import java.util.HashMap;
import java.util.Map;

/** The series that were met, each decoded and judged once. Not thread-safe. */
final class SeriesTable {

    private static final Series UNWANTED = Series.of("unwanted", "");

    private final LineFilter filter;
    private final Map<String, Map<String, Series>> byHost = new HashMap<>();
    private final Map<Series, Series> all = new HashMap<>();

    SeriesTable(LineFilter filter) {
        this.filter = filter;
    }

    /** The series of a tag as it stands in a log of that host; null if it is not wanted. */
    Series of(String tag, String host) {
        Series series =
                byHost.computeIfAbsent(host, any -> new HashMap<>()).computeIfAbsent(tag, text -> make(text, host));
        return series == UNWANTED ? null : series;
    }

    private Series make(String tag, String host) {
        Series series = Series.of(tag, host);
        return filter.isWanted(series.tag()) ? all.computeIfAbsent(series, same -> same) : UNWANTED;
    }
}
