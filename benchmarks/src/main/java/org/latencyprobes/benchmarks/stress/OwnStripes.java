package org.latencyprobes.benchmarks.stress;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.Arrays;
import org.latencyprobes.internal.counts.Counts;

/** The stripes that threads own, by reflection, since only stress tests look at them. */
final class OwnStripes {

    private static final Class<?> STRIPE = type("OwnedStripe");
    private static final Constructor<?> NEW = constructor();
    private static final Method CLAIM = method(STRIPE, "claim", Thread.class);
    private static final Method RELEASE = method(STRIPE, "release");
    private static final Method OPEN = method(Counts.class, "open", int.class, int.class);
    private static final Method INCREMENT = method(type("CounterArrays"), "incrementOwned", long[].class, int.class);

    private static final int FIRST = first();

    /** jcstress's threads are few and live long. */
    private static final int LIKELY_OWNED = 4;

    private OwnStripes() {}

    /** Keeps all threads from owning a stripe. */
    static void none() {
        try {
            Field field = type("OwnedStripes").getDeclaredField("TABLE");
            field.setAccessible(true);
            Arrays.fill((Object[]) field.get(null), stripe());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Gives the stripes that are owned first the bucket of a counter. */
    static void open(Counts counts, int index) {
        for (int i = 0; i < LIKELY_OWNED; i++) {
            call(OPEN, counts, FIRST + i, index);
        }
    }

    /** A stripe of nobody. */
    static Object stripe() {
        try {
            return NEW.newInstance(0);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    static boolean claim(Object stripe) {
        return (boolean) call(CLAIM, stripe, Thread.currentThread());
    }

    static void release(Object stripe) {
        call(RELEASE, stripe);
    }

    static void increment(long[] counters) {
        call(INCREMENT, null, counters, 0);
    }

    private static Object call(Method method, Object on, Object... arguments) {
        try {
            return method.invoke(on, arguments);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static int first() {
        try {
            Field shared = type("Stripes").getDeclaredField("COUNT");
            shared.setAccessible(true);
            return shared.getInt(null);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private static Class<?> type(String name) {
        try {
            return Class.forName(Counts.class.getPackageName() + '.' + name);
        } catch (ClassNotFoundException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private static Constructor<?> constructor() {
        try {
            Constructor<?> constructor = STRIPE.getDeclaredConstructor(int.class);
            constructor.setAccessible(true);
            return constructor;
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private static Method method(Class<?> type, String name, Class<?>... parameters) {
        try {
            Method method = type.getDeclaredMethod(name, parameters);
            method.setAccessible(true);
            return method;
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
