package org.latencyprobes.micrometer;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.latencyprobes.internal.histogram.CountsReader;
import org.latencyprobes.internal.thread.DaemonThread;
import org.latencyprobes.micrometer.internal.series.BindingSettings;
import org.latencyprobes.micrometer.internal.series.BucketBoundary;

/**
 * A binder that publishes every present and future probe and jitter sampler of the JVM into Micrometer registries: the agent's
 * probes and those of any copy of this library.
 *
 * <p>Thread-safe. Nothing runs on a thread that records: registries read on their own threads, when they publish. A reading
 * allocates and takes some 10 µs a probe. Registries are held weakly, so none lives longer for being bound.
 *
 * <p><b>Implementation.</b> A daemon thread polls what nobody tells of: a composite's children that come and go, registries that another
 * binder has and may leave, and new probes for registries that read only what they know already. It is there only while there is any of
 * these.
 */
public final class LatencyProbesMetrics implements MeterBinder, AutoCloseable {

    private final BindingSettings settings;
    private final Set<MeterRegistry> roots = Collections.newSetFromMap(new WeakHashMap<>());
    private final Map<MeterRegistry, RegistryBinding> bindings = new WeakHashMap<>();
    private boolean isOneTaken;
    private Thread thread;
    private volatile boolean isWanted;

    /** Creates a binder with all defaults. */
    public LatencyProbesMetrics() {
        this(builder());
    }

    private LatencyProbesMetrics(Builder builder) {
        settings = builder.settings();
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
    public synchronized void bindTo(MeterRegistry registry) {
        roots.add(registry);
        follow();
        if (thread == null && !settings.poll().isZero() && needsThread()) {
            thread = DaemonThread.of("latency-probes-micrometer", this::run);
            thread.start();
        }
    }

    /**
     * Removes from a registry all that this binder put there.
     *
     * @param registry any registry; one that is not bound stays as it is
     */
    public synchronized void unbind(MeterRegistry registry) {
        roots.remove(registry);
        follow();
        wake();
    }

    /**
     * Looks for new children of composites and for new probes, on the calling thread. Call it now and then, such as every second, where
     * the binder was made {@linkplain Builder#withoutThread() without a thread}; elsewhere the binder's own thread does it.
     */
    public void poll() {
        synchronized (this) {
            follow();
        }
        discover();
    }

    /**
     * Has the final publish of every bound registry hold all calls until now. Call it before the registries are closed.
     *
     * <p>A registry that reads meters one by one is shown this moment from now on. Without this call its final publish may repeat the one
     * before, if it follows within 100 ms. A registry that is scraped needs no such call and is not changed.
     */
    public void prepareFinalPublish() {
        present().forEach(RegistryBinding::prepareFinalPublish);
    }

    /** Unbinds every registry. The binder may be bound anew. */
    @Override
    public synchronized void close() {
        roots.clear();
        follow();
        wake();
    }

    /** Binds the registries that are at the ends of all composites now, and unbinds those that are not any more. */
    private void follow() {
        roots.removeIf(MeterRegistry::isClosed);
        Set<MeterRegistry> ends = Collections.newSetFromMap(new IdentityHashMap<>());
        roots.forEach(root -> addEnds(root, ends));
        for (MeterRegistry bound : List.copyOf(bindings.keySet())) {
            if (!ends.contains(bound)) {
                bindings.remove(bound).unbind();
            }
        }
        for (MeterRegistry end : ends) {
            if (!bindings.containsKey(end)) {
                bindUnlessTaken(end);
            }
        }
        isOneTaken = bindings.size() < ends.size();
    }

    /** Locks the registry: another binder, perhaps of another copy of this class, may be doing the same, and has no other lock in common. */
    private void bindUnlessTaken(MeterRegistry end) {
        synchronized (end) {
            if (!SelfMetrics.isTaken(end, settings)) {
                bindings.put(end, RegistryBinding.of(end, settings, this::wake));
            }
        }
    }

    private static void addEnds(MeterRegistry registry, Set<MeterRegistry> ends) {
        if (registry instanceof CompositeMeterRegistry composite) {
            new HashSet<>(composite.getRegistries()).forEach(child -> addEnds(child, ends));
        } else if (!registry.isClosed()) {
            ends.add(registry);
        }
    }

    private boolean needsThread() {
        return isOneTaken
                || roots.stream().anyMatch(CompositeMeterRegistry.class::isInstance)
                || bindings.values().stream().anyMatch(PlainBinding.class::isInstance);
    }

    private void wake() {
        isWanted = true;
        LockSupport.unpark(thread);
    }

    private void run() {
        long nextNanos = System.nanoTime();
        while (goOn()) {
            if (isWanted || System.nanoTime() - nextNanos >= 0) {
                isWanted = false;
                nextNanos = System.nanoTime() + settings.discovery().toNanos();
                discover();
            }
            if (!isWanted) {
                LockSupport.parkNanos(this, settings.poll().toNanos());
                Thread.interrupted(); // or it would never park again
            }
        }
    }

    private synchronized boolean goOn() {
        try {
            follow();
        } catch (RuntimeException | LinkageError registrysFault) {
            // a registry cannot be bound: the others are served all the same, and this one is tried again
        }
        if (!needsThread()) {
            thread = null;
        }
        return thread != null;
    }

    private void discover() {
        for (RegistryBinding binding : present()) {
            try {
                if (binding instanceof PlainBinding plain) {
                    plain.discover();
                }
            } catch (RuntimeException | LinkageError registrysFault) {
                // as above
            }
        }
    }

    private synchronized List<RegistryBinding> present() {
        return List.copyOf(bindings.values());
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
