package org.latencyprobes.benchmarks.stress;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.Arrays;
import org.latencyprobes.internal.counts.Counts;

/** The stripes of threads, by reflection, since only stress tests look at them. */
final class OwnStripes {

    private static final Constructor<?> NEW = constructor();
    private static final Method CLAIM = method("OwnedStripe", "claim", Thread.class);
    private static final Method RELEASE = method("OwnedStripe", "release");
    private static final Method OPEN = method("Counts", "open", int.class, int.class);
    private static final Method INCREMENT = method("CounterArrays", "incrementOwned", long[].class, int.class);

    private static final int FIRST = (int) constant("Stripes", "COUNT");

    /** jcstress's threads are few and live long. */
    private static final int LIKELY_OWNED = 4;

    private OwnStripes() {}

    /** Keeps all threads from owning a stripe. */
    static void none() {
        Arrays.fill((Object[]) constant("OwnedStripes", "TABLE"), stripe());
    }

    /** Gives the stripes that are owned first the bucket of a counter. */
    static void open(Counts counts, int index) {
        for (int i = 0; i < LIKELY_OWNED; i++) {
            open(counts, FIRST + i, index);
        }
    }

    /** Gives one stripe, of those that are shared or owned, the bucket of a counter. */
    static void open(Counts counts, int stripe, int index) {
        tried(() -> OPEN.invoke(counts, stripe, index));
    }

    /** A stripe of nobody. */
    static Object stripe() {
        return tried(() -> NEW.newInstance(0));
    }

    static boolean claim(Object stripe) {
        return (boolean) tried(() -> CLAIM.invoke(stripe, Thread.currentThread()));
    }

    static void release(Object stripe) {
        tried(() -> RELEASE.invoke(stripe));
    }

    static void increment(long[] counters) {
        tried(() -> INCREMENT.invoke(null, counters, 0));
    }

    /** What a class of the counters keeps for all. */
    static Object constant(String type, String name) {
        return tried(() -> {
            Field field = type(type).getDeclaredField(name);
            field.setAccessible(true);
            return field.get(null);
        });
    }

    private static Constructor<?> constructor() {
        return tried(() -> {
            Constructor<?> constructor = type("OwnedStripe").getDeclaredConstructor(int.class);
            constructor.setAccessible(true);
            return constructor;
        });
    }

    private static Method method(String type, String name, Class<?>... parameters) {
        return tried(() -> {
            Method method = type(type).getDeclaredMethod(name, parameters);
            method.setAccessible(true);
            return method;
        });
    }

    private static Class<?> type(String name) throws ClassNotFoundException {
        return Class.forName(Counts.class.getPackageName() + '.' + name);
    }

    private interface Step<T> {
        T take() throws ReflectiveOperationException;
    }

    private static <T> T tried(Step<T> step) {
        try {
            return step.take();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
