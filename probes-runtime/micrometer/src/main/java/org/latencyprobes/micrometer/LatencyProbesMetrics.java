package org.latencyprobes.micrometer;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Duration;

/**
 * Publishes every present and future probe and jitter sampler of the JVM, the agent's and those of any copy of this library, into
 * Micrometer registries.
 *
 * <p>Thread-safe. Nothing runs on a thread that records: registries read on their own threads, when they publish.
 */
public final class LatencyProbesMetrics implements MeterBinder, AutoCloseable {

    /** Creates a binder with all defaults. */
    public LatencyProbesMetrics() {
        this(builder());
    }

    private LatencyProbesMetrics(Builder builder) {}

    /**
     * Starts a binder with settings of its own.
     *
     * @return a builder with the defaults
     */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Publishes into a registry from now on; a composite's present and future children each by its own road.
     *
     * @param registry any registry; one that is bound already stays as it is
     */
    @Override
    public void bindTo(MeterRegistry registry) {}

    /**
     * Removes from a registry all that this binder put there.
     *
     * @param registry any registry; one that is not bound stays as it is
     */
    public void unbind(MeterRegistry registry) {}

    /** Unbinds every registry. */
    @Override
    public void close() {}

    /** Settings of a {@link LatencyProbesMetrics}. */
    public static final class Builder {

        private Builder() {}

        /**
         * The percentiles that registries without histograms are given.
         *
         * @param percentiles above 0, up to 1; 0.5, 0.9, 0.99 and 0.999 by default
         * @return this
         */
        public Builder percentiles(double... percentiles) {
            return this;
        }

        /**
         * The coarse buckets: Prometheus's classic ones, and counters by bucket in registries without histograms, which get none by
         * default.
         *
         * @param upperBounds the buckets' upper bounds
         * @return this
         */
        public Builder buckets(Duration... upperBounds) {
            return this;
        }

        /**
         * Durations to count the calls above.
         *
         * @param thresholds none by default
         * @return this
         */
        public Builder slo(Duration... thresholds) {
            return this;
        }

        /**
         * Tags for all that is published.
         *
         * @param tags none by default
         * @return this
         */
        public Builder tags(Iterable<Tag> tags) {
            return this;
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
