package org.latencyprobes.micrometer.internal.series;

/**
 * A receiver of the metrics of one publish, in the form of its backend. For one thread.
 *
 * @param <L> the form that its backend has of tags
 */
public interface MetricsWriter<L> {

    /** The durations of a series, in s. */
    void histogram(MappedId<L> id, PublishedSeries<L> series);

    /** How many calls of a series there were that are as the text says. */
    void calls(MappedId<L> id, String about, PublishedSeries<L> series, long calls);

    /** The longest duration of a series since the publish before. */
    void max(MappedId<L> id, PublishedSeries<L> series);

    /** What part of a series' usual time was the measuring of probes inside. */
    void measuringShare(MappedId<L> id, PublishedSeries<L> series);
}
