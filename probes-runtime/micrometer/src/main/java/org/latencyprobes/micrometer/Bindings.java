package org.latencyprobes.micrometer;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.locks.LockSupport;
import org.latencyprobes.internal.thread.DaemonThread;
import org.latencyprobes.micrometer.internal.series.BindingSettings;

/**
 * The registries that a binder serves, each with its binding. They are held weakly, so none lives longer for being bound.
 * Thread-safe.
 *
 * <p>A daemon thread polls what nobody tells of: a composite's children that come and go, registries that another binder has and
 * may leave, and new probes for registries that read only what they know already. It is there only while there is any of these.
 */
final class Bindings {

    private final BindingSettings settings;
    private final Set<MeterRegistry> roots = Collections.newSetFromMap(new WeakHashMap<>());
    private final Map<MeterRegistry, RegistryBinding> bindings = new WeakHashMap<>();
    private boolean isOneTaken;
    private Thread thread;
    private volatile boolean isWanted;

    Bindings(BindingSettings settings) {
        this.settings = settings;
    }

    synchronized void bind(MeterRegistry registry) {
        roots.add(registry);
        follow();
        if (thread == null && !settings.poll().isZero() && needsThread()) {
            thread = DaemonThread.of("latency-probes-micrometer", this::run);
            thread.start();
        }
    }

    synchronized void unbind(MeterRegistry registry) {
        roots.remove(registry);
        follow();
        wake();
    }

    synchronized void unbindAll() {
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

    /** Has the next publish of each registry, which is the last, hold all calls until now. */
    void prepareFinalPublish() {
        present().forEach(RegistryBinding::prepareFinalPublish);
    }

    /** Does once what the thread does now and then. */
    void poll() {
        synchronized (this) {
            follow();
        }
        discover();
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
}
