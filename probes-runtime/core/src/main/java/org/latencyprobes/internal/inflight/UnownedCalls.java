package org.latencyprobes.internal.inflight;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.ref.WeakReference;

/**
 * The timed calls in flight of threads that own no stripe: virtual threads, and platform threads that came when all stripes were taken. With
 * each call is how long its thread was seen in what, which somebody else {@linkplain #add adds}. There is one table in a copy of the runtime, from
 * {@link #tend} to {@link #close}.
 *
 * <p>A call has a place of its own near its thread's home, which the thread claims by compare-and-set and gives back with release. Where {@value
 * #TRIES} places are taken, the call is not noted, and nothing is known of it. The end of a call frees the places of calls of its thread that began later,
 * whose ends did not come, up to the first free one behind its own. The rest is forgotten after {@value #FORGOTTEN_MINUTES} min: what a constructor that threw has left, or an end that had no stack.
 *
 * <p><b>Threads.</b> Any thread that makes calls; one that looks at them; one that tends. A look reads a call's thread with acquire, which pairs with the
 * release that follows the start. It may see a call that has just ended, so whoever looks asks {@link #isStill} afterwards. What is added bears the
 * start of its call: so it is never taken for another's.
 *
 * <p>{@code begin} and {@code end} are wait-free, allocate nothing and throw nothing. A place keeps its thread after the call, which spares the next
 * call of the same one a store that collectors make dear; {@link #letGo} takes it. In a call, a thread is held for {@value #HELD_SECONDS} s, and
 * weakly from then on.
 */
public final class UnownedCalls {

    /** What a thread can be seen in: so many numbers from 0 on. */
    public static final int KINDS = 8;

    /** The length of what {@link #copyLooks} writes. */
    public static final int LOOKS = KINDS / 2;

    /** Places; grows by {@value #GROWTH} while more than half are taken. Powers of two. */
    static final int LEAST_PLACES = 1 << 10;

    static final int MOST_PLACES = 1 << 14;

    private static final int GROWTH = 4;

    static final int TRIES = 8;

    /** For how long the thread of a call is held by it. */
    public static final int HELD_SECONDS = 1;

    /** What began so long ago is taken for a call whose end did not come. */
    public static final int FORGOTTEN_MINUTES = 10;

    private static final int PLACE_BYTES = 8 + 8 + 8 + 8 * (1 + LOOKS);
    private static final long FREE = 0;

    /** The start of a note that is forgotten: the next end of a call of its thread frees its place. */
    private static final long FORGOTTEN = Long.MAX_VALUE;

    private static final long SPREAD = 0x9E3779B97F4A7C15L;
    private static final long HALF = 0xFFFF_FFFFL;

    private static final VarHandle AT = MethodHandles.arrayElementVarHandle(long[].class);
    private static final VarHandle THREAD = MethodHandles.arrayElementVarHandle(Object[].class);

    private static final MethodHandle THREAD_ID = finalThreadId();

    private static volatile UnownedCalls present;

    /** Of each place the thread that has it; {@link #FREE} for nobody. */
    private final long[] keys;

    private final long[] starts;

    /** Threads, or weak references to some; also of calls that have ended. */
    private final Object[] threads;

    /** Of each place the start of the call that was looked at, and for how long in what, in µs, two numbers in each. */
    private final long[] looks;

    private final int mask;
    private final int shift;

    /** Written where it changes only. */
    private volatile boolean isUsed;

    private volatile int taken;

    /** A visitor of calls in flight. */
    @FunctionalInterface
    public interface Visitor {

        /**
         * Takes a call.
         *
         * @param place of the call, to be given back to the methods here
         * @param start as its begin was told
         */
        void visit(int place, long start);
    }

    /** A weak reference to a thread, of which the key stays known. */
    private static final class WeakThread extends WeakReference<Thread> {

        private final long key;

        WeakThread(Thread thread) {
            super(thread);
            key = key(thread);
        }
    }

    UnownedCalls(int places) {
        keys = new long[places];
        starts = new long[places];
        threads = new Object[places];
        looks = new long[places * (1 + LOOKS)];
        mask = places - 1;
        shift = Long.numberOfLeadingZeros(places) + 1;
    }

    /**
     * Makes the table, and a larger one where it fills up: calls that are in flight then are not known any more. Allocates. For one thread of
     * the agent's.
     *
     * @return the table; null before JDK 19
     */
    public static UnownedCalls tend() {
        UnownedCalls calls = present;
        if (calls == null) {
            present = THREAD_ID == null ? null : new UnownedCalls(LEAST_PLACES);
        } else if (calls.taken > calls.keys.length / 2 && calls.keys.length < MOST_PLACES) {
            present = new UnownedCalls(calls.keys.length * GROWTH);
        }
        return present;
    }

    /** Notes no calls any more, and forgets those that are noted. */
    public static void close() {
        present = null;
    }

    /**
     * The present table.
     *
     * @return null where calls are not noted
     */
    public static UnownedCalls present() {
        return present;
    }

    /**
     * Whether such calls may be in flight. Any thread may ask.
     *
     * @return true after a call began, until a look found none
     */
    public static boolean areAny() {
        UnownedCalls calls = present;
        return calls != null && calls.isUsed;
    }

    /**
     * Runs every branch, whose first calls link, on a table for nothing else.
     *
     * @param call any number
     */
    public static void link(int call) {
        UnownedCalls calls = new UnownedCalls(TRIES);
        Thread current = Thread.currentThread();
        for (int more = 0; more <= TRIES; more++) {
            calls.note(current, call + more);
        }
        calls.add(calls.home(key(current)), call, call % KINDS, call);
        calls.copy(current, call, new long[LOOKS], 0);
        calls.free(current, call);
    }

    /**
     * A call begins on the calling thread, which owns no stripe.
     *
     * @param start by any clock that does not go back
     */
    public static void begin(long start) {
        UnownedCalls calls = present;
        if (calls != null) {
            calls.note(Thread.currentThread(), start);
        }
    }

    /**
     * A call of the calling thread is over whose end is not recorded here.
     *
     * @param start as its begin was told
     */
    public static void end(long start) {
        end(Thread.currentThread(), start);
    }

    /**
     * A call ends on the calling thread.
     *
     * @param current that thread
     * @param start as its begin was told
     */
    public static void end(Thread current, long start) {
        UnownedCalls calls = present;
        if (calls != null) {
            calls.free(current, start);
        }
    }

    private static long key(Thread thread) {
        try {
            return THREAD_ID == null ? 1 : (long) THREAD_ID.invokeExact(thread);
        } catch (Throwable impossible) { // it reads a field
            return 1;
        }
    }

    /** Null on earlier JDKs, where it may be code of the application's. */
    private static MethodHandle finalThreadId() {
        try {
            return MethodHandles.publicLookup()
                    .findVirtual(Thread.class, "threadId", MethodType.methodType(long.class)); // since JDK 19
        } catch (ReflectiveOperationException olderJdk) {
            return null;
        }
    }

    private int home(long key) {
        return (int) (key * SPREAD >>> shift);
    }

    void note(Thread current, long start) {
        long key = key(current);
        int home = home(key);
        for (int place = 0; place < TRIES; place++) {
            int at = home + place & mask;
            if (claim(at, key)) {
                AT.setOpaque(starts, at, start);
                if ((Object) THREAD.getOpaque(threads, at) != current) {
                    THREAD.setRelease(threads, at, (Object) current);
                }
                if (!isUsed) {
                    isUsed = true;
                }
                return;
            }
        }
    }

    /** The place has the start and the thread of the call before, if there was one, until these are written. */
    boolean claim(int place, long key) {
        return (long) AT.getOpaque(keys, place) == FREE && AT.compareAndSet(keys, place, FREE, key);
    }

    void free(Thread current, long start) {
        long key = key(current);
        int home = home(key);
        boolean isOwnFreed = false;
        for (int place = 0; place < TRIES; place++) {
            int at = home + place & mask;
            long taken = (long) AT.getOpaque(keys, at);
            long began = (long) AT.getOpaque(starts, at);
            if (taken == key && began >= start) {
                isOwnFreed |= began == start; // places before may have become free since, and been left by calls inside
                AT.setRelease(keys, at, FREE);
            } else if (isOwnFreed && taken == FREE) {
                return; // a later call took the first free place
            }
        }
    }

    /**
     * Tells of the calls in flight. For the thread that looks. Allocates nothing.
     *
     * @param visitor is told of each
     */
    public void forEach(Visitor visitor) {
        if (taken == 0) {
            isUsed = false; // a call that begins from now on sets it
            VarHandle.fullFence(); // and one that began before is seen
        }
        int found = 0;
        for (int at = 0; at < keys.length; at++) {
            if ((long) AT.getOpaque(keys, at) != FREE && (long) AT.getOpaque(starts, at) != FORGOTTEN) {
                found++;
                if (THREAD.getAcquire(threads, at) != null) {
                    visitor.visit(at, (long) AT.getOpaque(starts, at));
                }
            }
        }
        taken = found;
        if (found > 0) {
            isUsed = true;
        }
    }

    /**
     * The thread of a call. Each is another object, far from the last one: to be asked of those alone that are looked at.
     *
     * @param place as it was visited
     * @return null where it is gone
     */
    public Thread thread(int place) {
        return threadOf(THREAD.getAcquire(threads, place));
    }

    private static Thread threadOf(Object held) {
        return held instanceof WeakThread weak ? weak.get() : (Thread) held;
    }

    private static long keyOf(Object held) {
        return held instanceof WeakThread weak ? weak.key : key((Thread) held);
    }

    /**
     * Holds the threads of old calls weakly from now on, those of calls that have ended no more, forgets calls whose end did not come, and frees the
     * places of threads that are gone. A call that begins meanwhile where its thread's last one ended may not be seen. For the thread that looks,
     * now and then.
     *
     * @param latestStart what began then, or before, is old: {@value #HELD_SECONDS} s ago
     * @param forgottenStart the same of what is forgotten: {@value #FORGOTTEN_MINUTES} min ago
     */
    public void letGo(long latestStart, long forgottenStart) {
        for (int at = 0; at < keys.length; at++) {
            long key = (long) AT.getAcquire(keys, at);
            Object held = THREAD.getAcquire(threads, at);
            if (held == null) {
                continue;
            }
            long start = (long) AT.getOpaque(starts, at);
            if (key == FREE) {
                THREAD.compareAndSet(threads, at, held, (Object) null);
            } else if (key == keyOf(held)
                    && (start <= latestStart || start == FORGOTTEN)) { // else it is just being taken
                letGo(at, held, start, forgottenStart);
            }
        }
    }

    private void letGo(int at, Object held, long start, long forgottenStart) {
        Thread thread = threadOf(held);
        if (thread == null || !thread.isAlive()) {
            THREAD.setOpaque(threads, at, (Object) null);
            AT.setRelease(keys, at, FREE); // nobody else does
            return;
        }
        if (thread == held) {
            THREAD.compareAndSet(threads, at, held, (Object) new WeakThread(thread));
        }
        if (start <= forgottenStart) {
            AT.compareAndSet(starts, at, start, FORGOTTEN);
        }
    }

    /**
     * How many places there are.
     *
     * @return a power of two
     */
    public int places() {
        return keys.length;
    }

    /**
     * The memory that the table takes.
     *
     * @return in bytes
     */
    public long bytes() {
        return (long) keys.length * PLACE_BYTES;
    }

    /**
     * Whether a call is still in flight. For the thread that looks.
     *
     * @param place as it was visited
     * @param thread whose it was
     * @param start its start
     * @return false where it has ended
     */
    public boolean isStill(int place, Thread thread, long start) {
        return (long) AT.getAcquire(starts, place) == start
                && (long) AT.getAcquire(keys, place) == key(thread)
                && thread(place) == thread;
    }

    /**
     * Adds that a call was seen in something. For the thread that looks.
     *
     * @param place as it was visited
     * @param start its start
     * @param kind 0 or more, less than {@link #KINDS}
     * @param micros for how long, in µs
     */
    public void add(int place, long start, int kind, long micros) {
        int at = place * (1 + LOOKS);
        if (looks[at] != start) {
            AT.setRelease(looks, at, Long.MIN_VALUE);
            for (int number = 1; number <= LOOKS; number++) {
                AT.setOpaque(looks, at + number, 0L);
            }
            AT.setRelease(looks, at, start);
        }
        int number = at + 1 + kind / 2;
        int bits = kind % 2 * Integer.SIZE;
        long before = (long) AT.getOpaque(looks, number);
        long sum = Math.min(HALF, (before >>> bits & HALF) + micros);
        AT.setRelease(looks, number, before & ~(HALF << bits) | sum << bits);
    }

    /**
     * Copies what the calling thread was seen in during its call, which ends.
     *
     * @param start as its begin was told
     * @param into has room for {@link #LOOKS} numbers
     * @param offset where they begin
     * @return false where nobody has looked
     */
    public static boolean copyLooks(long start, long[] into, int offset) {
        UnownedCalls calls = present;
        return calls != null && calls.copy(Thread.currentThread(), start, into, offset);
    }

    boolean copy(Thread current, long start, long[] into, int offset) {
        long key = key(current);
        int home = home(key);
        for (int place = 0; place < TRIES; place++) {
            int at = home + place & mask;
            int look = at * (1 + LOOKS);
            if ((long) AT.getOpaque(keys, at) == key
                    && (long) AT.getOpaque(starts, at) == start
                    && (long) AT.getAcquire(looks, look) == start) {
                for (int number = 0; number < LOOKS; number++) {
                    into[offset + number] = (long) AT.getOpaque(looks, look + 1 + number);
                }
                return true;
            }
        }
        return false;
    }

    /**
     * For how long a call was seen in something.
     *
     * @param looks at the call, as {@link #copyLooks} has written them
     * @param kind as {@link #add} was told
     * @return in µs
     */
    public static long micros(long[] looks, int kind) {
        return looks[kind / 2] >>> kind % 2 * Integer.SIZE & HALF;
    }
}
