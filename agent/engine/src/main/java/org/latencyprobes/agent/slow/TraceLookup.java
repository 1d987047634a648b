package org.latencyprobes.agent.slow;

import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.latencyprobes.agent.base.ClassWatch;
import org.latencyprobes.agent.base.ClassWatches;
import org.latencyprobes.internal.counts.TraceIds;

/**
 * The finder of the ways to ask for trace ids, in the libraries of the application that are in use. It loads and initialises none of
 * them. What it finds, {@link TraceIds#ask} calls some times at first. It looks when it is made, and for a while after such a library was loaded.
 *
 * <p>The library's class holds its ways, through a {@link ClassValue}; the agent holds them weakly. For one thread.
 */
public final class TraceLookup {

    /** As a setting: the usual keys. */
    public static final String AUTO = "auto";

    /** As a setting: nobody is asked. */
    public static final String OFF = "off";

    private static final int LONGEST_ID = 128;
    private static final String NO_TRACE = "0".repeat(32);
    private static final long SEARCH_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final Held HELD = new Held();

    private final Instrumentation instrumentation;
    private final ClassWatches watches;
    private final List<ClassWatch> watched = new ArrayList<>();
    private final Map<Class<?>, List<WeakReference<MethodHandle>>> found = new WeakHashMap<>();
    private final List<WeakReference<Class<?>>> loaded = new ArrayList<>();
    private final InitialisedClasses initialised;
    private String setting = OFF;
    private long searchUntilNanos;
    private long nextNanos;

    /** A holder of JDK types, so that what stays in the application's class refers to nothing of ours. */
    private static final class Held extends ClassValue<AtomicReference<List<MethodHandle>>> {
        @Override
        protected AtomicReference<List<MethodHandle>> computeValue(Class<?> type) {
            return new AtomicReference<>();
        }
    }

    /**
     * Finds nothing before {@link #follow}.
     *
     * @param instrumentation tells which classes are loaded
     * @param watches tell when others are
     */
    public TraceLookup(Instrumentation instrumentation, ClassWatches watches) {
        this.instrumentation = instrumentation;
        this.watches = watches;
        initialised = InitialisedClasses.of(instrumentation);
    }

    /** What an id is worth: none are the empty one and OpenTelemetry's for no trace. What is too long is cut. */
    static String usable(String traceOrNull) {
        if (traceOrNull == null || traceOrNull.equals(NO_TRACE)) {
            return "";
        }
        return traceOrNull.length() > LONGEST_ID ? traceOrNull.substring(0, LONGEST_ID) : traceOrNull;
    }

    /**
     * Follows the user's wish.
     *
     * @param wanted {@link #AUTO}, {@link #OFF}, or the key of a diagnostic context
     */
    public void follow(String wanted) {
        if (wanted.equals(setting) || initialised == null) {
            return;
        }
        forget();
        setting = wanted;
        if (!wanted.equals(OFF)) {
            TraceLibrary.NAMES.forEach(name -> watched.add(watches.add(name.replace('.', '/'))));
            nextNanos = System.nanoTime();
            searchUntilNanos = nextNanos + SEARCH_NANOS;
        }
    }

    /** Searches if there may be something new. To be called often. */
    public void tend() {
        long nowNanos = System.nanoTime();
        for (ClassWatch watch : watched) {
            if (watch.takeSeen()) {
                searchUntilNanos = nowNanos + SEARCH_NANOS;
            }
        }
        if (nowNanos - nextNanos >= 0) {
            nextNanos = nowNanos + PAUSE_NANOS;
            if (nowNanos - searchUntilNanos < 0) {
                search();
            }
            addInitialised();
        }
    }

    private void search() {
        loaded.clear();
        for (Class<?> type : instrumentation.getAllLoadedClasses()) {
            if (TraceLibrary.NAMES.contains(type.getName()) && !found.containsKey(type)) {
                loaded.add(new WeakReference<>(type));
            }
        }
    }

    /** A class that is loaded may be in use much later, or never. */
    private void addInitialised() {
        int before = found.size();
        for (WeakReference<Class<?>> one : loaded) {
            Class<?> library = one.get();
            if (library != null && initialised.contains(library)) {
                add(library);
            }
        }
        if (found.size() > before) {
            loaded.removeIf(one -> one.get() == null || found.containsKey(one.get()));
            ask();
        }
    }

    private void add(Class<?> library) {
        List<MethodHandle> ways = TraceLibrary.ways(library, MethodHandles.publicLookup(), setting);
        HELD.get(library).set(ways);
        found.put(library, ways.stream().map(WeakReference::new).toList());
    }

    private void ask() {
        TraceIds.ask(TraceLibrary.NAMES.stream()
                .flatMap(name -> found.entrySet().stream()
                        .filter(library -> library.getKey().getName().equals(name)))
                .flatMap(library -> library.getValue().stream())
                .limit(TraceIds.MOST)
                .toList());
    }

    /** Asks nobody any more, and leaves nothing in the application's classes. */
    public void forget() {
        setting = OFF;
        watched.forEach(watches::remove);
        watched.clear();
        TraceIds.ask(List.of());
        found.keySet().forEach(HELD::remove);
        found.clear();
        loaded.clear();
    }
}
