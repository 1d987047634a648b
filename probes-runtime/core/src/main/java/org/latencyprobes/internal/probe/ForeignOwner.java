package org.latencyprobes.internal.probe;

import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.latencyprobes.internal.counts.Snapshot;
import org.latencyprobes.internal.thread.DaemonThread;

/**
 * The reading of an owner of another class loader, which may be any code that has found the hub. It is asked on threads of its own, what it
 * gives is checked and copied there, and the reader waits so long and no longer. Whoever does not answer is left out until it does, and whoever
 * gives what the protocol does not know until it gives something else. A line says so, once in a JVM.
 *
 * <p>It is asked who its series are and how many calls they have, and then, {@value #BATCH} series at a time, for their counters, when the first of
 * these is wanted: a reader that wants none since no call has come does not pay for them. What was read of the batch before is gone then. For one
 * thread, which goes through the series once.
 */
final class ForeignOwner {

    static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(5);
    static final int BATCH = 64;
    private static final int MOST_HUNG = 16;

    /** Who a series is. */
    private static final Map<String, Class<?>> IDENTITY = new LinkedHashMap<>();

    /** What it counts: all but the function that reads into an array, which is called on the owner's thread. */
    private static final Map<String, Class<?>> COUNTERS = new LinkedHashMap<>();

    static {
        IDENTITY.put(Hub.NAME, String.class);
        IDENTITY.put(Hub.OUTCOME, String.class);
        IDENTITY.put(Hub.KIND, String.class);
        IDENTITY.put(Hub.START_MILLIS, Long.class);
        COUNTERS.put(Hub.SNAPSHOT, long[].class);
        COUNTERS.put(Hub.SHARE_CHANGES, Long.class);
        COUNTERS.put(Hub.UNTIMED, Long.class);
        COUNTERS.put(Hub.INSIDE, long[].class);
        COUNTERS.put(Hub.COST, long[].class);
    }

    /** By owner, what has not ended in time. */
    private static final ConcurrentMap<String, Thread> HUNG = new ConcurrentHashMap<>();

    private static final AtomicBoolean SAID = new AtomicBoolean();

    private final String owner;
    /** What each series of a batch is read into, over and over. */
    private final long[][] arrays = new long[BATCH][0];

    private long patienceNanos;

    /** The failure to find in a reading what the protocol promises. */
    private static final class Malformed extends Exception {

        private static final long serialVersionUID = 1L;
    }

    /** What an owner is asked. */
    private interface Question<T> {

        /** Gives a copy, or throws what the owner throws. By the deadline, a reading of {@code nanoTime}, it has to be done. */
        T answer(long deadlineNanos) throws Malformed;
    }

    /** What the thread does, whose end shows {@link #answerOrNull} to the reader. No task of the JDK's: other agents follow those. */
    private static final class Attempt<T> implements Runnable {

        private final Question<T> question;
        private final long deadlineNanos;
        private T answerOrNull;

        Attempt(Question<T> question, long deadlineNanos) {
            this.question = question;
            this.deadlineNanos = deadlineNanos;
        }

        @Override
        public void run() {
            try {
                answerOrNull = question.answer(deadlineNanos);
            } catch (RuntimeException | LinkageError gone) { // of one whose loader is closed nothing is said
                return;
            } catch (Malformed | Error e) {
                say("gives what cannot be read: " + e.getClass().getName());
            }
        }
    }

    /** The series whose counters are copied together. */
    private final class Batch {

        private final Batch before;
        private final List<Series> series = new ArrayList<>();
        private boolean isAsked;

        Batch(Batch before) {
            this.before = before;
        }

        void ask() {
            if (isAsked) {
                return;
            }
            isAsked = true;
            if (before != null) {
                before.series.forEach(past -> past.counters = Map.of());
            }
            List<Map<String, Object>> all = ForeignOwner.this.ask(this::counters);
            for (int at = 0; all != null && at < all.size(); at++) {
                series.get(at).counters = all.get(at);
            }
        }

        private List<Map<String, Object>> counters(long deadlineNanos) throws Malformed {
            List<Map<String, Object>> all = new ArrayList<>();
            for (Series each : series) {
                all.add(counters(each.theirs, all.size()));
            }
            return all;
        }

        private Map<String, Object> counters(Map<?, ?> theirs, int at) throws Malformed {
            if (theirs.get(Hub.READ_INTO) instanceof UnaryOperator<?> into) {
                readInto(into, arrays[at]);
            }
            Map<String, Object> counters = copied(theirs, COUNTERS);
            if (!(counters.get(Hub.SNAPSHOT) instanceof long[] snapshot) || snapshot.length < Snapshot.COUNTS) {
                throw new Malformed();
            }
            arrays[at] = snapshot;
            return counters;
        }

        @SuppressWarnings("unchecked") // what the protocol promises; what comes back is looked at by its key
        private void readInto(UnaryOperator<?> into, long[] array) {
            ((UnaryOperator<Object>) into).apply(array);
        }
    }

    /** A copy of a reading, which has no counters where the owner did not give them. */
    private static final class Series extends AbstractMap<String, Object> {

        private final Map<?, ?> theirs;
        private final Map<String, Object> identity;
        private final Batch batch;
        private Map<String, Object> counters = Map.of();

        Series(Map<?, ?> theirs, Map<String, Object> identity, Batch batch) {
            this.theirs = theirs;
            this.identity = identity;
            this.batch = batch;
        }

        @Override
        public Object get(Object key) {
            if (!COUNTERS.containsKey(key)) {
                return identity.get(key);
            }
            batch.ask();
            return counters.get(key);
        }

        @Override
        public Set<Entry<String, Object>> entrySet() {
            batch.ask();
            Map<String, Object> all = new LinkedHashMap<>(identity);
            all.putAll(counters);
            return all.entrySet();
        }
    }

    private ForeignOwner(String owner, long patienceNanos) {
        this.owner = owner;
        this.patienceNanos = patienceNanos;
    }

    static List<Map<String, Object>> read(String owner, Supplier<?> reading) {
        return read(owner, reading, PATIENCE_NANOS);
    }

    static List<Map<String, Object>> read(String owner, Supplier<?> reading, long patienceNanos) {
        ForeignOwner asked = new ForeignOwner(owner, patienceNanos);
        List<Map<String, Object>> series = asked.ask(deadlineNanos -> asked.series(reading, deadlineNanos));
        return series == null ? List.of() : series;
    }

    /** Null where it did not answer. */
    private <T> T ask(Question<T> question) {
        HUNG.values().removeIf(thread -> !thread.isAlive());
        if (HUNG.containsKey(owner) || HUNG.size() >= MOST_HUNG) {
            return null;
        }
        long beganNanos = System.nanoTime();
        Attempt<T> attempt = new Attempt<>(question, beganNanos + patienceNanos);
        Thread thread = DaemonThread.of("latency-probes-hub", attempt);
        boolean wasInterrupted =
                Thread.interrupted(); // as when a backend that hangs is closed: the last figures are read then
        try {
            thread.start();
            TimeUnit.NANOSECONDS.timedJoin(thread, patienceNanos);
            if (thread.isAlive()) {
                HUNG.put(owner, thread);
                say("does not answer");
                return null;
            }
        } catch (InterruptedException e) {
            wasInterrupted = true;
            return null;
        } catch (OutOfMemoryError noThread) {
            say("cannot be asked: there is no thread to be had");
        } finally {
            patienceNanos -= System.nanoTime() - beganNanos;
            if (wasInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
        return attempt.answerOrNull;
    }

    private static void say(String what) {
        if (!SAID.getAndSet(true)) {
            System.err.println("latency-probes: probes of another class loader are left out, since their owner " + what
                    + "; not said of others");
        }
    }

    private List<Map<String, Object>> series(Supplier<?> reading, long deadlineNanos) throws Malformed {
        if (!(reading.get() instanceof Iterable<?> readings)) {
            throw new Malformed();
        }
        List<Map<String, Object>> all = new ArrayList<>();
        Batch batch = new Batch(null);
        for (Object one : readings) {
            if (System.nanoTime() - deadlineNanos > 0) {
                return List.of(); // the reader has gone, and has said so
            }
            if (!(one instanceof Map<?, ?> map)) {
                throw new Malformed();
            }
            if (batch.series.size() == BATCH) {
                batch = new Batch(batch);
            }
            Series series = new Series(map, identity(map), batch);
            batch.series.add(series);
            all.add(series);
        }
        return all;
    }

    private static Map<String, Object> identity(Map<?, ?> reading) throws Malformed {
        Map<String, Object> identity = copied(reading, IDENTITY);
        identity.put(Hub.TAGS, tags(reading.get(Hub.TAGS)));
        if (identity.containsValue(null)) {
            throw new Malformed();
        }
        if (reading.get(Hub.CALLS) instanceof long[] calls) { // before what they count
            identity.put(Hub.CALLS, calls);
        }
        if (reading.get(Hub.TRACED) instanceof Object[] traced) {
            identity.put(Hub.TRACED, traced);
        }
        if (reading.get(Hub.SLOW) instanceof Long slow) {
            identity.put(Hub.SLOW, slow);
        }
        return identity;
    }

    private static Map<String, Object> copied(Map<?, ?> reading, Map<String, Class<?>> types) throws Malformed {
        Map<String, Object> copy = new HashMap<>();
        for (Map.Entry<String, Class<?>> type : types.entrySet()) {
            Object value = reading.get(type.getKey());
            if (value != null && value.getClass() != type.getValue()) {
                throw new Malformed();
            }
            copy.put(type.getKey(), value);
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
