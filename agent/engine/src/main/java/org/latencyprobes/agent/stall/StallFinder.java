package org.latencyprobes.agent.stall;

import org.latencyprobes.explain.StallKind;

/**
 * The finding of stalls in what the sampler reads after each sleep. For one thread. Nothing here allocates.
 *
 * <p>A sleep that was too long, a time between two sleeps that was, or counters that moved by 1 ms, open a window. It is explained one sleep
 * later, since HotSpot writes the time of a safepoint after the threads run again. The bounds of collections are known; what is left of the
 * safepoints' time lies before them, or after them where their safepoint went on for long. Without a collection it is where {@link
 * SafepointClock} says, and at the end of the window where that does not know. What is then left of the time overslept lies before or after all
 * these, or both, and is the system's.
 */
final class StallFinder {

    /** What is shorter is no stall. */
    static final long SHORTEST_NANOS = 1_000_000;

    /** A thread that was ready for all but an eighth of a time is taken to have been ready for all of it. */
    private static final int ERROR_SHARE = 8;

    /** How many sleeps the time of a safepoint is waited for. */
    private static final int MOST_AWAITED = 200;

    /** A receiver of stalls, in order and without overlap. */
    @FunctionalInterface
    interface Sink {
        void add(StallKind kind, long startNanos, long nanos, long reachNanos);
    }

    private final boolean hasSafepoints;
    private final Sink sink;
    private final CounterReading settled;
    private final CounterReading atWindow;
    private final Pauses pauses;
    private final SafepointClock safepointClock;
    private final LongSleeps sleeps = new LongSleeps();

    /** Of the safepoints in the window that is explained: what is no collection's, before the collections and after them. */
    private long earlierStartNanos;

    private long earlierNanos;
    private long laterNanos;

    private int awaited;
    /** Of collections, the time that the safepoints' counter is still to show. */
    private long owedNanos;

    /** Of the sleep that is looked at, and of the one before. */
    private long periodNanos;

    private long formerPeriodNanos;
    private long formerStartNanos;
    private long formerEndNanos;
    private long lastEndNanos;

    /**
     * Begins.
     *
     * @param counters what the readings come from
     * @param nowNanos no stall begins earlier
     */
    StallFinder(JvmCounters counters, long nowNanos, Sink sink) {
        this.sink = sink;
        hasSafepoints = counters.hasSafepoints();
        settled = new CounterReading(counters.collectors());
        atWindow = new CounterReading(counters.collectors());
        pauses = new Pauses(counters.collectors());
        safepointClock = new SafepointClock(counters, nowNanos);
        counters.read(settled);
        formerStartNanos = nowNanos;
        formerEndNanos = nowNanos;
        lastEndNanos = nowNanos;
    }

    /**
     * Looks at a sleep, and at the time before it. True where there is a window: the caller then has {@link #systemWait} filled for it.
     *
     * @param period how long the sleep should have been
     * @param since the moment since which the thread was awake before the sleep, and could not have waited for anything
     * @param now the counters after it
     */
    boolean slept(long period, long since, long start, long end, CounterReading now) {
        periodNanos = period;
        safepointClock.slept(start, end, now);
        boolean isLong = end - start - period >= SHORTEST_NANOS;
        if (start - since < SHORTEST_NANOS) {
            return look(start, end, isLong, false, now);
        }
        return isLong ? look(since, end, true, false, now) : look(since - period, start, true, true, now);
    }

    private boolean look(long start, long end, boolean isLong, boolean isAwake, CounterReading now) {
        if (!sleeps.isEmpty() && isLate(now) && ++awaited < MOST_AWAITED && !sleeps.isFull()) {
            if (isLong) {
                sleeps.add(periodNanos, start, end, isAwake);
            }
            return isLong;
        }
        if (!sleeps.isEmpty()) {
            explainAll(isLong ? ofWindow(now) : now);
        }
        if (isLong || now.stoppedNanosSince(settled) - owedNanos >= SHORTEST_NANOS) {
            open(start, end, isLong, isAwake, now);
        } else {
            owedNanos = Math.max(0, owedNanos - now.stoppedNanosSince(settled));
            settled.copyFrom(now);
        }
        formerPeriodNanos = periodNanos;
        formerStartNanos = start;
        formerEndNanos = end;
        return !sleeps.isEmpty();
    }

    /** Where a sleep was not too long but a pause has been counted, it may be that of the sleep before. */
    private void open(long start, long end, boolean isLong, boolean isAwake, CounterReading now) {
        boolean isFormer = !isLong && formerEndNanos - formerStartNanos - formerPeriodNanos > end - start - periodNanos;
        if (isFormer) {
            sleeps.add(formerPeriodNanos, formerStartNanos, formerEndNanos, isAwake);
        } else {
            sleeps.add(periodNanos, start, end, isAwake);
        }
        atWindow.copyFrom(now);
        awaited = 0;
    }

    /** A safepoint has been counted and its time has not: on a busy machine that may take some ms. */
    private boolean isLate(CounterReading now) {
        return atWindow.safepoints != settled.safepoints && now.safepointNanos == settled.safepointNanos;
    }

    /** After a sleep: the moment before which no stall will be found any more. A collection of this sleep may still be counted. */
    long settledNanos() {
        return sleeps.isEmpty() ? formerStartNanos : sleeps.startNanos(0);
    }

    SystemWait systemWait() {
        return sleeps.lastWait();
    }

    /** Once {@link #systemWait} is filled: a stall between the sleep and the reading is the window's, too. Returns the window's end. */
    long systemWasRead(long endNanos) {
        return sleeps.readAfter(endNanos);
    }

    /** The next sleep was too long as well: what of the counters is the first window's. A time that is missing there came late. */
    private CounterReading ofWindow(CounterReading now) {
        if (atWindow.safepoints != settled.safepoints) {
            long lateNanos = now.safepointNanos - atWindow.safepointNanos;
            boolean isAllOurs = now.safepoints == atWindow.safepoints;
            boolean isMissing = atWindow.safepointNanos == settled.safepointNanos;
            if (isAllOurs || isMissing) {
                atWindow.safepointNanos += isAllOurs ? lateNanos : Math.min(lateNanos, sleeps.nanos(0));
            }
        }
        return atWindow;
    }

    /** The JVM's counters moved in the first window. The others came while the time of its safepoint was awaited. */
    private void explainAll(CounterReading reading) {
        for (int i = 0; i < sleeps.count(); i++) {
            explain(reading, i);
            settled.copyFrom(reading);
        }
        sleeps.clear();
    }

    private void explain(CounterReading reading, int sleep) {
        long startNanos = sleeps.startNanos(sleep);
        long endNanos = sleeps.endNanos(sleep);
        SystemWait wait = sleeps.wait(sleep);
        pauses.read(settled, reading, startNanos, endNanos);
        long safepoints = reading.safepoints - settled.safepoints;
        laterNanos = 0;
        if (safepoints == 1) {
            long onlyNanos = reading.safepointNanos - settled.safepointNanos - owedNanos;
            laterNanos = pauses.laterNanos(onlyNanos, endNanos);
            pauses.extend(onlyNanos - laterNanos, laterNanos > 0 ? pauses.endNanos() : endNanos);
        }
        long otherNanos = otherSafepointNanos(reading) - owedNanos;
        owedNanos = hasSafepoints && otherNanos < -SHORTEST_NANOS ? -otherNanos : 0;
        boolean hasOther = hasSafepoints && otherNanos - laterNanos >= SHORTEST_NANOS;
        earlierNanos = hasOther ? otherNanos - laterNanos : 0;
        earlierStartNanos = earlierStartNanos(reading, startNanos, endNanos, wait.isAwake);
        tell(sleeps.dueNanos(sleep), endNanos, wait, reading.reachNanos - settled.reachNanos);
    }

    /** The parts of a window in their order: of the system, an earlier safepoint, collections, what their safepoint did later, of the system. */
    private void tell(long dueNanos, long endNanos, SystemWait wait, long reachNanos) {
        long earlierEndNanos = earlierStartNanos + earlierNanos;
        if (earlierStartNanos - endNanos < 0) {
            earlierEndNanos = Math.min(earlierEndNanos, endNanos);
        }
        long stoodEndNanos = pauses.isEmpty() ? earlierEndNanos : pauses.endNanos() + laterNanos;
        long beforeNanos = Math.min(earlierStartNanos, endNanos) - dueNanos;
        long afterNanos = endNanos - Math.max(dueNanos, stoodEndNanos);
        boolean areBoth = Math.min(beforeNanos, afterNanos) >= SHORTEST_NANOS;
        double shareBefore = areBoth ? (double) beforeNanos / (beforeNanos + afterNanos) : 1;
        if (areBoth || beforeNanos >= afterNanos) {
            addRest(dueNanos, dueNanos + beforeNanos, wait, shareBefore);
        }
        if (earlierNanos > 0) {
            add(StallKind.SAFEPOINT, earlierStartNanos, earlierEndNanos, Math.min(earlierNanos, reachNanos));
        }
        for (int i = 0; i < pauses.count(); i++) {
            add(StallKind.GC, pauses.startNanos(i), pauses.endNanos(i), 0);
        }
        if (laterNanos > 0) {
            add(StallKind.SAFEPOINT, pauses.endNanos(), stoodEndNanos, 0);
        }
        if (areBoth || afterNanos > beforeNanos) {
            addRest(endNanos - afterNanos, endNanos, wait, areBoth ? 1 - shareBefore : 1);
        }
    }

    /** Without a collection, the safepoint may have begun after the window, before the reading. */
    private long earlierStartNanos(CounterReading reading, long startNanos, long endNanos, boolean isAwake) {
        if (!pauses.isEmpty()) {
            return pauses.startNanos() - earlierNanos;
        }
        boolean isOfWindow = atWindow.safepoints - settled.safepoints == 1;
        long begun = isOfWindow ? 1 : reading.safepoints - settled.safepoints;
        if (earlierNanos == 0 || isAwake || begun > 1 || !safepointClock.isExact()) {
            return endNanos - earlierNanos;
        }
        long start = begun == 1
                ? safepointClock.beginNanos(settled, isOfWindow ? atWindow : reading)
                : safepointClock.endNanos(reading) - earlierNanos; // its time has come late
        long errorNanos = safepointClock.errorNanos();
        boolean isEarlier = start + earlierNanos - startNanos < 0;
        boolean isShortlyAfter = Math.abs(start + earlierNanos - endNanos) <= errorNanos;
        if (isEarlier) {
            return endNanos - earlierNanos;
        }
        return isShortlyAfter ? Math.min(start, endNanos - earlierNanos) : start;
    }

    private long otherSafepointNanos(CounterReading reading) {
        return reading.safepointNanos
                - settled.safepointNanos
                + reading.reachNanos
                - settled.reachNanos
                - pauses.totalNanos();
    }

    /**
     * A part in which the thread could not run, and then one in which it could and had no CPU. A small first part is the scale's error.
     *
     * @param share the part of the window's waits that is looked at; the threads' extra runs count for each part as a whole
     */
    private void addRest(long start, long end, SystemWait wait, double share) {
        long restNanos = end - start;
        long delayNanos = Math.min(restNanos, Math.max(0, (long) (share * wait.runDelayNanos)));
        if (restNanos - delayNanos < restNanos / ERROR_SHARE) {
            delayNanos = restNanos;
        } else if (delayNanos < SHORTEST_NANOS) {
            delayNanos = 0;
        }
        StallKind common = wait.commonKind(restNanos, share);
        if (common != null) {
            add(common, start, end, 0);
        } else {
            StallKind absence = hasSafepoints ? wait.kindOfAbsence(restNanos - delayNanos) : StallKind.UNKNOWN;
            if (absence != null) {
                add(absence, start, end - delayNanos, 0);
            }
            add(StallKind.CPU_WAIT, end - delayNanos, end, 0);
        }
    }

    private void add(StallKind kind, long start, long end, long reachNanos) {
        long from = start - lastEndNanos > 0 ? start : lastEndNanos;
        if (end - from >= SHORTEST_NANOS) {
            sink.add(kind, from, end - from, reachNanos);
            lastEndNanos = end;
        }
    }
}
