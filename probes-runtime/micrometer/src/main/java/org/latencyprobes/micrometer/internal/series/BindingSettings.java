package org.latencyprobes.micrometer.internal.series;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.latencyprobes.internal.histogram.CountsReader;

/** The settings that a binder was built with. Immutable. */
public record BindingSettings(
        List<Double> percentiles,
        List<BucketBoundary> bounds,
        boolean boundsAsked,
        List<BucketBoundary> slos,
        Tags tags,
        Function<? super MeterRegistry, CountsReader> readers,
        Duration poll,
        Duration discovery) {

    public static final List<Double> DEFAULT_PERCENTILES = List.of(0.5, 0.9, 0.99, 0.999);

    /** Prometheus's classic buckets, where nothing else is asked for. */
    public static final List<Duration> DEFAULT_BOUNDS = List.of(
            Duration.ofNanos(1_000),
            Duration.ofNanos(10_000),
            Duration.ofNanos(100_000),
            Duration.ofMillis(1),
            Duration.ofMillis(10),
            Duration.ofMillis(100),
            Duration.ofSeconds(1),
            Duration.ofSeconds(10));

    /** The same with other tags for all that is published. */
    public BindingSettings withTags(Tags others) {
        return new BindingSettings(percentiles, bounds, boundsAsked, slos, others, readers, poll, discovery);
    }

    /**
     * The reader of a registry. One that sends totals is given everything since the probes began. One whose receiver adds up what it is
     * sent is given only what nobody was sent before.
     */
    public CountsReader reader(MeterRegistry registry) {
        return RegistryKinds.sendsDifferences(registry) ? readers.apply(registry) : new CountsReader();
    }

    /** The time between two polls of composite registries for their children. */
    public static final Duration DEFAULT_POLL = Duration.ofSeconds(1);

    /** The time between two polls for new probes, where the registry's own reading does not show them. */
    public static final Duration DEFAULT_DISCOVERY = Duration.ofSeconds(10);
}
