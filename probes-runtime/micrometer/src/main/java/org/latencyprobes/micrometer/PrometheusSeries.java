package org.latencyprobes.micrometer;

import io.micrometer.core.instrument.Tag;
import io.prometheus.metrics.model.snapshots.Labels;
import java.util.ArrayList;
import java.util.List;

/**
 * A series as Prometheus knows it: made once, since labels are costly. Ordered by its labels, as every family of a scrape is: what comes in order is
 * soon sorted.
 *
 * @param series what is shown
 * @param others where the rest of it is shown
 * @param labels of its histogram
 * @param worst of its worst
 * @param over of its counters by SLO
 */
record PrometheusSeries(PublishedSeries series, MeterIds.Others others, Labels labels, Labels worst, List<Labels> over)
        implements Comparable<PrometheusSeries> {

    /**
     * Makes its labels.
     *
     * @throws IllegalArgumentException if a naming convention has made what is no label
     */
    static PrometheusSeries of(PublishedSeries series, MeterIds.Others others) {
        List<Labels> over = new ArrayList<>();
        others.over().forEach(place -> over.add(labels(place.tags())));
        return new PrometheusSeries(
                series,
                others,
                labels(series.place().tags()),
                labels(others.worst().tags()),
                over);
    }

    private static Labels labels(List<Tag> tags) {
        return Labels.of(
                tags.stream().map(Tag::getKey).toList(),
                tags.stream().map(Tag::getValue).toList());
    }

    @Override
    public int compareTo(PrometheusSeries other) {
        return labels.compareTo(other.labels);
    }

    /** No two are the same. */
    @Override
    public boolean equals(Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return series.hashCode();
    }
}
