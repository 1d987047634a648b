package org.latencyprobes.agent.backend;

import java.lang.instrument.Instrumentation;
import java.lang.ref.WeakReference;
import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.latencyprobes.agent.base.ClassWatch;
import org.latencyprobes.agent.base.ClassWatches;
import org.latencyprobes.agent.base.Log;
import org.latencyprobes.agent.option.Publishing;
import org.latencyprobes.agent.option.Secrets;
import org.latencyprobes.agent.protocol.state.BackendRow;
import org.latencyprobes.internal.histogram.CountsReader;

/**
 * The global Micrometer registries of the application. It finds each of them, whichever loader has it and whenever it comes, and publishes
 * into it.
 *
 * <p>The application's class holds what binds a registry, through a {@link ClassValue}. The agent holds nothing of it: an application that
 * is redeployed takes it along. For one thread, except {@link #rows}.
 */
final class GlobalRegistries {

    private static final String METRICS = "io.micrometer.core.instrument.Metrics";
    private static final String BINDING = "org.latencyprobes.bridge.GlobalBinding";

    /**
     * How often it searches after such a class was seen on its way, and at its begin: one that was being loaded then was not seen, and may not be there
     * at once. Not for some time: where this thread has no CPU for as long, none would be made.
     */
    static final int SEARCHES = 4;

    static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(2);

    private static final Held HELD = new Held();

    private final Instrumentation instrumentation;
    private final ClassWatches watches;
    private final LongSupplier nanoTime;
    private final List<Found> found = new ArrayList<>();
    /** By registry of an application's, so that one that is bound with other settings goes on; nothing in a reader is the application's. */
    private final Map<Object, CountsReader> readers = Collections.synchronizedMap(new WeakHashMap<>());

    private Publishing present;
    private ClassWatch watch;
    private int searchesLeft;
    private long nextSearchNanos;

    /** A holder of a JDK type, so that what stays in the application's class refers to nothing of ours. */
    private static final class Held extends ClassValue<AtomicReference<AutoCloseable>> {
        @Override
        protected AtomicReference<AutoCloseable> computeValue(Class<?> type) {
            return new AtomicReference<>();
        }
    }

    private record Found(WeakReference<Class<?>> metrics, ExporterState state) {}

    /** The clock is as {@link System#nanoTime}. */
    GlobalRegistries(Instrumentation instrumentation, ClassWatches watches, LongSupplier nanoTime) {
        this.instrumentation = instrumentation;
        this.watches = watches;
        this.nanoTime = nanoTime;
    }

    /** Publishes this into all there are and will be; null for none. */
    void follow(Publishing wanted) {
        if (present != null && !present.equals(wanted)) {
            end();
        }
        if (wanted == null) {
            readers.clear();
            return;
        }
        if (present == null) {
            present = wanted;
            watch = watches.add(METRICS.replace('.', '/'));
            beginToSearch();
        } else if (watch.takeSeen()) {
            beginToSearch();
        }
        if (searchesLeft > 0 && nanoTime.getAsLong() - nextSearchNanos >= 0) {
            searchesLeft--;
            nextSearchNanos = nanoTime.getAsLong() + PAUSE_NANOS;
            search();
        }
        found.forEach(GlobalRegistries::follow);
    }

    private void beginToSearch() {
        searchesLeft = SEARCHES;
        nextSearchNanos = nanoTime.getAsLong();
    }

    private static void follow(Found known) {
        Class<?> metrics = known.metrics().get();
        try {
            if (metrics != null && HELD.get(metrics).get() instanceof Runnable binding) {
                binding.run();
            }
        } catch (RuntimeException | LinkageError e) {
            known.state().noted(Log.describe(e));
        }
    }

    private void search() {
        synchronized (found) {
            found.removeIf(known -> known.metrics().get() == null);
        }
        for (Class<?> type : instrumentation.getAllLoadedClasses()) {
            if (type.getName().equals(METRICS) && !isOurs(type.getClassLoader()) && !isKnown(type)) {
                bind(type);
            }
        }
    }

    private static boolean isOurs(ClassLoader loader) {
        return loader == null || loader.getClass().getName().startsWith(GlobalRegistries.class.getPackageName() + ".");
    }

    private boolean isKnown(Class<?> type) {
        return found.stream().anyMatch(known -> known.metrics().get() == type);
    }

    private void bind(Class<?> metrics) {
        ClassLoader application = metrics.getClassLoader();
        ExporterState state = new ExporterState("registry", new Secrets(java.util.Map.of()));
        synchronized (found) {
            found.add(new Found(new WeakReference<>(metrics), state));
        }
        try {
            ClassLoader bridge = new BridgeLoader(GlobalRegistries.class.getClassLoader(), application);
            AutoCloseable binding = (AutoCloseable) Class.forName(BINDING, true, bridge)
                    .getConstructor(Publishing.class, Map.class)
                    .newInstance(present, readers);
            HELD.get(metrics).set(binding);
            state.opened("Metrics.globalRegistry of " + describe(application));
        } catch (InvocationTargetException e) {
            refused(state, application, e.getCause());
        } catch (ReflectiveOperationException | LinkageError | RuntimeException e) {
            refused(state, application, e);
        }
    }

    private static void refused(ExporterState state, ClassLoader application, Throwable fault) {
        String help = JdkModules.help(fault);
        state.refused(
                "Metrics.globalRegistry of " + describe(application) + ": "
                        + (help == null ? Log.describe(fault) : help),
                false);
    }

    private static String describe(ClassLoader loader) {
        return loader == ClassLoader.getSystemClassLoader()
                ? "the application"
                : loader.getClass().getName() + '@' + Integer.toHexString(System.identityHashCode(loader));
    }

    /** Takes everything out of all registries. */
    void end() {
        if (present == null) {
            return;
        }
        watches.remove(watch);
        present = null;
        for (Found known : found) {
            Class<?> metrics = known.metrics().get();
            if (metrics != null) {
                unbind(metrics, known.state());
            }
        }
        synchronized (found) {
            found.clear();
        }
    }

    private static void unbind(Class<?> metrics, ExporterState state) {
        AutoCloseable binding = HELD.get(metrics).getAndSet(null);
        HELD.remove(metrics);
        try {
            if (binding != null) {
                binding.close();
            }
        } catch (Exception | LinkageError e) {
            state.noted("taking probes out of it: " + Log.describe(e));
        }
    }

    List<BackendRow> rows() {
        List<BackendRow> rows = new ArrayList<>();
        synchronized (found) {
            for (Found known : found) {
                if (known.metrics().get() != null) {
                    rows.add(known.state().row());
                }
            }
        }
        return rows;
    }
}
