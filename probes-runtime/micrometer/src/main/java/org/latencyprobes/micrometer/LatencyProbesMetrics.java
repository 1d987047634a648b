package org.latencyprobes.micrometer;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.latencyprobes.internal.histogram.CountsReader;
import org.latencyprobes.micrometer.internal.series.BindingSettings;
import org.latencyprobes.micrometer.internal.series.BucketBoundary;

/**
 * A binder that publishes every present and future probe and jitter sampler of the JVM into Micrometer registries: the agent's
 * probes and those of any copy of this library.
 *
 * <p>Thread-safe. Nothing runs on a thread that records: registries read on their own threads, when they publish. A reading
 * allocates and takes some 10 µs a probe.
 */
public final class LatencyProbesMetrics implements MeterBinder, AutoCloseable {

    private final Bindings bindings;

    /** Creates a binder with all defaults. */
    public LatencyProbesMetrics() {
        this(builder());
    }

    private LatencyProbesMetrics(Builder builder) {
        bindings = new Bindings(builder.settings());
    }

    /**
     * Starts a binder with settings of its own.
     *
     * @return a builder with the defaults
     */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Publishes into a registry from now on. Of a composite each present and future child gets a binding of its own. May start a daemon
     * thread.
     *
     * @param registry any registry, held weakly; one that a binder publishes into already, this one or another, stays as it is
     */
    @Override
    public void bindTo(MeterRegistry registry) {
        bindings.bind(registry);
    }

    /**
     * Removes from a registry all that this binder put there.
     *
     * @param registry any registry; one that is not bound stays as it is
     */
    public void unbind(MeterRegistry registry) {
        bindings.unbind(registry);
    }

    /**
     * Looks for new children of composites and for new probes, on the calling thread. Call it now and then, such as every second, where
     * the binder was made {@linkplain Builder#withoutThread() without a thread}; elsewhere the binder's own thread does it.
     */
    public void poll() {
        bindings.poll();
    }

    /**
     * Has the final publish of every bound registry hold all calls until now. Call it before the registries are closed.
     *
     * <p>A registry that reads meters one by one is shown this moment from now on. Without this call its final publish may repeat the one
     * before, if it follows within 100 ms. A registry that is scraped needs no such call and is not changed.
     */
    public void prepareFinalPublish() {
        bindings.prepareFinalPublish();
    }

    /** Unbinds every registry. The binder may be bound anew. */
    @Override
    public void close() {
        bindings.unbindAll();
    }

    /** A builder of a {@link LatencyProbesMetrics}. Not thread-safe. */
    public static final class Builder {

        private List<Double> percentiles = BindingSettings.DEFAULT_PERCENTILES;
        private List<Duration> bounds;
        private List<Duration> slos = List.of();
        private Tags tags = Tags.empty();
        private Function<? super MeterRegistry, CountsReader> readers = any -> CountsReader.fromNow();
        private Duration poll = BindingSettings.DEFAULT_POLL;
        private Duration discovery = BindingSettings.DEFAULT_DISCOVERY;

        private Builder() {}

        /**
         * Sets the percentiles that registries without histograms are given.
         *
         * @param percentiles above 0, up to 1; 0.5, 0.9, 0.99 and 0.999 by default
         * @return this
         * @throws IllegalArgumentException if one is not in that range
         */
        public Builder percentiles(double... percentiles) {
            this.percentiles = Arrays.stream(percentiles).distinct().boxed().toList();
            for (double percentile : percentiles) {
                if (!(percentile > 0 && percentile <= 1)) {
                    throw new IllegalArgumentException("a percentile is above 0 and at most 1, not " + percentile);
                }
            }
            return this;
        }

        /**
         * Sets the coarse buckets: Prometheus's classic ones, and counters by bucket in registries without histograms. By default
         * Prometheus has 1 µs, 10 µs and so on to 10 s, and those registries have none.
         *
         * @param upperBounds the buckets' upper bounds; each takes effect at the nearest boundary between two counters, at most 0.4 %
         *     away
         * @return this
         * @throws IllegalArgumentException if one is not above 0 and at most 73 minutes
         */
        public Builder buckets(Duration... upperBounds) {
            this.bounds = List.of(upperBounds);
            boundaries(bounds);
            return this;
        }

        /**
         * Sets thresholds: the calls that take longer are counted.
         *
         * @param thresholds none by default; each takes effect at the nearest boundary between two counters, at most 0.4 % away, which
         *     {@code probe.duration.slo.edge} tells
         * @return this
         * @throws IllegalArgumentException if one is not above 0 and at most 73 minutes
         */
        public Builder slo(Duration... thresholds) {
            this.slos = List.of(thresholds);
            boundaries(slos);
            return this;
        }

        /**
         * Sets tags for all that is published.
         *
         * @param tags none by default
         * @return this
         */
        public Builder tags(Iterable<Tag> tags) {
            this.tags = Tags.of(tags);
            return this;
        }

        /**
         * Sets where to begin with registries whose receivers add up what they are sent: StatsD, OTLP with delta temporality, registries
         * that publish steps. Each is sent what its reader gives. By default that begins when the registry is bound. To bind a registry
         * again with other settings, give it the reader that it had: then nothing is sent twice or left out.
         *
         * @param readers gives each such registry its reader when it is bound; a reader serves one bound registry at a time
         * @return this
         */
        public Builder readers(Function<? super MeterRegistry, CountsReader> readers) {
            this.readers = readers;
            return this;
        }

        /**
         * Has the binder start no thread, whatever it is bound to. Call {@link LatencyProbesMetrics#poll} instead. For a class loader that
         * comes and goes: a thread would keep it.
         *
         * @return this
         */
        public Builder withoutThread() {
            return every(Duration.ZERO, Duration.ZERO);
        }

        /** For tests: how often the binder's thread looks for children of composites, and for new probes. */
        Builder every(Duration poll, Duration discovery) {
            this.poll = poll;
            this.discovery = discovery;
            return this;
        }

        private BindingSettings settings() {
            List<BucketBoundary> boundaries = boundaries(bounds == null ? BindingSettings.DEFAULT_BOUNDS : bounds);
            return new BindingSettings(
                    percentiles, boundaries, bounds != null, boundaries(slos), tags, readers, poll, discovery);
        }

        private static List<BucketBoundary> boundaries(List<Duration> thresholds) {
            return thresholds.stream()
                    .sorted()
                    .distinct()
                    .map(BucketBoundary::at)
                    .toList();
        }

        /**
         * Makes the binder.
         *
         * @return a binder that is bound to nothing yet
         */
        public LatencyProbesMetrics build() {
            return new LatencyProbesMetrics(this);
        }
    }
}
