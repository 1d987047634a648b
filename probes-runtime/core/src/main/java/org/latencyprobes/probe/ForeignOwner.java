package org.latencyprobes.probe;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.latencyprobes.counts.Snapshot;
import org.latencyprobes.thread.DaemonThread;

/**
 * The reading of an owner of another class loader, which may be any code that has found the hub. It is asked on a thread of its own, what it
 * gives is checked and copied there, and the reader waits so long and no longer. Whoever does not answer is left out until it does, and whoever
 * gives what the protocol does not know until it gives something else. A line says so, once in a JVM. Thread-safe.
 */
final class ForeignOwner {

    static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(2);
    private static final int MOST_HUNG = 16;

    /** All but the function that reads into a reader's array, which it would call on its own thread. */
    private static final Map<String, Class<?>> TYPES = new LinkedHashMap<>();

    static {
        TYPES.put(Hub.CALLS, long[].class); // before what it counts
        TYPES.put(Hub.NAME, String.class);
        TYPES.put(Hub.OUTCOME, String.class);
        TYPES.put(Hub.KIND, String.class);
        TYPES.put(Hub.START_MILLIS, Long.class);
        TYPES.put(Hub.SNAPSHOT, long[].class);
        TYPES.put(Hub.SHARE_CHANGES, Long.class);
        TYPES.put(Hub.UNTIMED, Long.class);
        TYPES.put(Hub.INSIDE, long[].class);
        TYPES.put(Hub.COST, long[].class);
        TYPES.put(Hub.TRACED, Object[].class);
    }

    private static final List<String> WANTED =
            List.of(Hub.NAME, Hub.TAGS, Hub.OUTCOME, Hub.KIND, Hub.START_MILLIS, Hub.SNAPSHOT);

    /** By owner, what has not ended in time. */
    private static final ConcurrentMap<String, Thread> HUNG = new ConcurrentHashMap<>();

    private static final AtomicBoolean SAID = new AtomicBoolean();

    /** The failure to find in a reading what the protocol promises. */
    private static final class Malformed extends Exception {

        private static final long serialVersionUID = 1L;
    }

    /** What the thread does, whose end shows {@link #copies} to the reader. No task of the JDK's: other agents follow those. */
    private static final class Attempt implements Runnable {

        private final Supplier<?> reading;
        private final long deadlineNanos;
        private List<Map<String, Object>> copies = List.of();

        Attempt(Supplier<?> reading, long deadlineNanos) {
            this.reading = reading;
            this.deadlineNanos = deadlineNanos;
        }

        @Override
        public void run() {
            try {
                copies = copied();
            } catch (RuntimeException | LinkageError gone) { // of one whose loader is closed nothing is said
                return;
            } catch (Malformed | Error e) {
                say("gives what cannot be read: " + e.getClass().getName());
            }
        }

        private List<Map<String, Object>> copied() throws Malformed {
            List<Map<String, Object>> all = new ArrayList<>();
            if (!(reading.get() instanceof Iterable<?> readings)) {
                throw new Malformed();
            }
            for (Object one : readings) {
                if (System.nanoTime() - deadlineNanos > 0) {
                    return List.of(); // the reader has gone, and has said so
                }
                if (!(one instanceof Map<?, ?> map)) {
                    throw new Malformed();
                }
                all.add(ForeignOwner.copied(map));
            }
            return all;
        }
    }

    private ForeignOwner() {}

    static List<Map<String, Object>> read(String owner, Supplier<?> reading) {
        return read(owner, reading, PATIENCE_NANOS);
    }

    static List<Map<String, Object>> read(String owner, Supplier<?> reading, long patienceNanos) {
        HUNG.values().removeIf(thread -> !thread.isAlive());
        if (HUNG.containsKey(owner) || HUNG.size() >= MOST_HUNG) {
            return List.of();
        }
        Attempt attempt = new Attempt(reading, System.nanoTime() + patienceNanos);
        Thread thread = DaemonThread.of("latency-probes-hub", attempt);
        boolean wasInterrupted =
                Thread.interrupted(); // as when a backend that hangs is closed: the last figures are read then
        try {
            thread.start();
            TimeUnit.NANOSECONDS.timedJoin(thread, patienceNanos);
            if (thread.isAlive()) {
                HUNG.put(owner, thread);
                say("does not answer");
                return List.of();
            }
        } catch (InterruptedException e) {
            wasInterrupted = true;
            return List.of();
        } catch (OutOfMemoryError noThread) {
            say("cannot be asked: there is no thread to be had");
        } finally {
            if (wasInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
        return attempt.copies;
    }

    private static void say(String what) {
        if (!SAID.getAndSet(true)) {
            System.err.println("latency-probes: probes of another class loader are left out, since their owner " + what
                    + "; not said of others");
        }
    }

    private static Map<String, Object> copied(Map<?, ?> reading) throws Malformed {
        Map<String, Object> copy = new HashMap<>();
        copy.put(Hub.TAGS, tags(reading.get(Hub.TAGS)));
        for (Map.Entry<String, Class<?>> known : TYPES.entrySet()) {
            Object value = reading.get(known.getKey());
            if (value != null && value.getClass() != known.getValue()) {
                throw new Malformed();
            }
            copy.put(known.getKey(), value);
        }
        for (String wanted : WANTED) {
            if (copy.get(wanted) == null) {
                throw new Malformed();
            }
        }
        if (((long[]) copy.get(Hub.SNAPSHOT)).length < Snapshot.COUNTS) {
            throw new Malformed();
        }
        return copy;
    }

    private static Map<String, String> tags(Object given) throws Malformed {
        if (!(given instanceof Map<?, ?> tags)) {
            throw new Malformed();
        }
        Map<String, String> copy = new LinkedHashMap<>();
        for (Map.Entry<?, ?> tag : tags.entrySet()) {
            if (!(tag.getKey() instanceof String key) || !(tag.getValue() instanceof String value)) {
                throw new Malformed();
            }
            copy.put(key, value);
        }
        return copy;
    }
}
