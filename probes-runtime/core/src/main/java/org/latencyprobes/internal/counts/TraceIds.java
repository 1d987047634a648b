package org.latencyprobes.internal.counts;

import java.lang.invoke.MethodHandle;
import java.lang.ref.WeakReference;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The trace id of what the application does on a thread, as it would tell it itself: asked for when a call was slow, and by nobody else.
 *
 * <p>The agent gives the ways to ask, each a method of a library of the application's. They are tried in order. One that throws is
 * given up for good, unless the stack or the heap had no room. They are held weakly, so that an application that is gone takes its
 * library along.
 *
 * <p>{@link #present} allocates nothing of ours, waits for nobody and throws nothing. A thread asks no second time while it asks: a method
 * that is asked may have a probe itself. For that it takes a place by its identity; where another thread has that place, there is no answer.
 */
public final class TraceIds {

    /** How many ways there are at most. */
    public static final int MOST = 16;

    private static final int PLACES = 64;

    private static final AtomicReferenceArray<Thread> ASKING = new AtomicReferenceArray<>(PLACES);
    private static final AtomicLong FAILURES = new AtomicLong();

    private static volatile List<WeakReference<MethodHandle>> ways = List.of();

    private TraceIds() {}

    /**
     * Has these ways tried from now on, and before that on this thread: the first calls of a handle link it, which allocates.
     *
     * @param next handles of type {@code ()String}, at most {@value #MOST} of them; empty for none
     */
    public static void ask(List<WeakReference<MethodHandle>> next) {
        List<WeakReference<MethodHandle>> all = List.copyOf(next);
        for (int call = 0; call < FirstCalls.CALLS_TO_SPECIALISE; call++) {
            all.forEach(TraceIds::ask);
            of(all);
        }
        ways = all;
    }

    /** The trace id of this thread's work; null where there is none. */
    static String present() {
        return of(ways);
    }

    private static String of(List<WeakReference<MethodHandle>> all) {
        if (all.isEmpty()) {
            return null;
        }
        Thread thread = Thread.currentThread();
        int place = System.identityHashCode(thread) & PLACES - 1;
        if (!ASKING.compareAndSet(place, null, thread)) {
            return null;
        }
        try {
            return first(all);
        } finally {
            ASKING.set(place, null);
        }
    }

    private static String first(List<WeakReference<MethodHandle>> all) {
        for (int i = 0; i < all.size(); i++) {
            String id = ask(all.get(i));
            if (id != null && !id.isEmpty()) {
                return id;
            }
        }
        return null;
    }

    private static String ask(WeakReference<MethodHandle> way) {
        MethodHandle handle = way.get();
        if (handle == null) {
            return null;
        }
        try {
            return (String) handle.invokeExact();
        } catch (VirtualMachineError noRoom) { // which says nothing of the library
            return null;
        } catch (Throwable givenUp) {
            way.clear();
            FAILURES.incrementAndGet();
            return null;
        }
    }

    /**
     * How many ways were given up.
     *
     * @return all since the start
     */
    public static long failures() {
        return FAILURES.get();
    }
}
