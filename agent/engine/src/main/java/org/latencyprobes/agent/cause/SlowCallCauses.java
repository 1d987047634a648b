package org.latencyprobes.agent.cause;

import java.util.ArrayDeque;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.latencyprobes.agent.slow.SlowCall;
import org.latencyprobes.agent.slow.SlowCalls;
import org.latencyprobes.agent.slow.WeightedCall;
import org.latencyprobes.agent.stall.StallTimeline;
import org.latencyprobes.agent.thread.ThreadTimes;
import org.latencyprobes.explain.Attribution;
import org.latencyprobes.explain.Cause;
import org.latencyprobes.explain.Evidence;
import org.latencyprobes.explain.Span;
import org.latencyprobes.explain.Split;
import org.latencyprobes.explain.Stalls;
import org.latencyprobes.explain.Wait;
import org.latencyprobes.explain.WaitKind;
import org.latencyprobes.internal.counts.KeptMemory;

/**
 * The explanation of slow calls. A call waits until all stalls of its time have been told, some ms as a rule and at most {@value
 * #LONGEST_WAIT_SECONDS} s. Then its time is split by cause. Once it is known how many calls it stands for, it is added to the totals and to what backends get. So all that tells causes tells the
 * same, but for {@code why}, which asks Flight Recorder besides.
 *
 * <p>Memory is bounded: {@value #MOST_WAITING} calls wait, the totals have a limit, and both, with who held what calls waited for, are part of the
 * memory in use. The call itself holds its time by cause. Thread-safe, for the agent's threads; none of the application's comes here.
 */
public final class SlowCallCauses implements SlowCalls.Listener {

    private static final int MOST_WAITING = 4_096;
    private static final long WAIT_BYTES = 170; // with its holder and the text that says for what
    private static final long LONGEST_WAIT_SECONDS = 5;
    private static final long LONGEST_WAIT_NANOS = TimeUnit.SECONDS.toNanos(LONGEST_WAIT_SECONDS);
    private static final long ASK_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Supplier<StallTimeline> stalls;
    private final LongSupplier costNanos;
    private final ThreadTimes threads;
    private final Map<SlowCall, List<Wait>> waiting = new LinkedHashMap<>();
    private final Queue<WeightedCall> unweighted = new ArrayDeque<>();
    private final CauseTotals totals = new CauseTotals();
    private final SlowMeters meters = new SlowMeters();
    private final Chance chance = new Chance();
    private final KeptMemory memory = KeptMemory.of(this);
    private long waitsHeld; // by the calls that wait
    private Consumer<WeightedCall> listener;
    private long callCostNanos;
    private long nextAskNanos = System.nanoTime();

    /**
     * Begins without calls.
     *
     * @param stalls gives the timeline, or null where stalls are not looked for
     * @param costNanos what measuring a call takes, in ns; 0 where that is not known. Asked once a second at most, since an answer allocates
     * @param threads knows what threads did during calls
     */
    public SlowCallCauses(Supplier<StallTimeline> stalls, LongSupplier costNanos, ThreadTimes threads) {
        this.stalls = stalls;
        this.costNanos = costNanos;
        this.threads = threads;
    }

    /**
     * Has calls handed on from now on.
     *
     * @param next takes each slow one that has been explained, on the thread that explains it; it should return soon
     */
    public synchronized void listen(Consumer<WeightedCall> next) {
        listener = next;
    }

    @Override
    public synchronized void taken(List<SlowCall> calls) {
        askCost();
        for (SlowCall call : calls) {
            if (waiting.size() == MOST_WAITING) {
                explain(first());
            }
            List<Wait> waits = threads.held(call.threadId(), call.startNanos(), call.startNanos() + call.nanos());
            waiting.put(call, waits);
            waitsHeld += waits.size();
        }
        explainSettled();
    }

    @Override
    public synchronized void weighted(List<WeightedCall> calls) {
        for (WeightedCall call : calls) {
            unweighted.add(call);
            if (unweighted.size() > MOST_WAITING) {
                explain(unweighted.peek().call());
            }
            countExplained();
        }
    }

    @Override
    public synchronized void lost(String probe, Map<String, String> tags, int stratum, long calls) {
        totals.addLost(probe, tags, stratum, calls);
    }

    private void askCost() {
        long nowNanos = System.nanoTime();
        if (nowNanos - nextAskNanos >= 0) {
            nextAskNanos = nowNanos + ASK_NANOS;
            callCostNanos = costNanos.getAsLong();
        }
    }

    /** Explains the calls whose stalls have been told. */
    public synchronized void explainSettled() {
        while (!waiting.isEmpty() && isSettled(first())) {
            explain(first());
        }
        countExplained();
    }

    private SlowCall first() {
        return waiting.keySet().iterator().next();
    }

    private void countExplained() {
        while (!unweighted.isEmpty() && unweighted.peek().call().explanation().get() != null) {
            count(unweighted.remove());
        }
        memory.set(totals.bytes() + waitsHeld * WAIT_BYTES);
    }

    /** Explains all calls, whatever has been told of their stalls. */
    public synchronized void explainAll() {
        while (!waiting.isEmpty()) {
            explain(first());
        }
        countExplained();
    }

    private boolean isSettled(SlowCall call) {
        StallTimeline timeline = stalls.get();
        long endNanos = call.startNanos() + call.nanos();
        return timeline == null || timeline.isSettled(endNanos) || System.nanoTime() - endNanos > LONGEST_WAIT_NANOS;
    }

    /**
     * Whether calls wait for their stalls.
     *
     * @return false where all are explained
     */
    public synchronized boolean isWaiting() {
        return !waiting.isEmpty();
    }

    private void explain(SlowCall call) {
        List<Wait> waits = waiting.remove(call);
        waitsHeld -= waits == null ? 0 : waits.size();
        if (call.explanation().get() == null) {
            call.explanation().set(split(call, waits, stalls.get()));
        }
    }

    private void count(WeightedCall one) {
        SlowCall call = one.call();
        Split split = split(call);
        if (split == null) {
            return;
        }
        StallTimeline timeline = stalls.get();
        long[] byChance = timeline == null ? null : chance.of(timeline, call.startNanos(), call.nanos());
        totals.add(call, one.standsFor(), split, byChance);
        if (one.isCounted()) {
            meters.add(call.probe(), call.tags(), split, one.standsFor());
        }
        if (one.isSlow() && listener != null) {
            listener.accept(one);
        }
    }

    private Split split(SlowCall call, List<Wait> held, StallTimeline timeline) {
        Span span = new Span(call.startNanos(), call.startNanos() + call.nanos());
        Stalls inCall = timeline == null ? Stalls.NONE : Stalls.of(timeline.between(span.from(), span.to()));
        Map<Cause, Long> waits = waits(call, span, inCall);
        boolean hasParked = waits.getOrDefault(Cause.LOCK, 0L) + waits.getOrDefault(Cause.PARK, 0L) > 0;
        List<Wait> seen = hasParked ? held : List.of();
        return Attribution.of(new Evidence(
                        span,
                        inCall,
                        true,
                        waits,
                        seen,
                        false,
                        threads.of(call.threadId(), span.from(), span.to()),
                        Math.max(0, call.callsInside()) * callCostNanos,
                        false))
                .with(seen); // nobody asks the agent for details
    }

    /**
     * By samples of the thread; where there are none, by the call's stack. Where nobody could tell what a sample shows, the thread may have waited in
     * native code: the stack shows for what. Where everything stood still, there were no samples.
     */
    private Map<Cause, Long> waits(SlowCall call, Span span, Stalls inCall) {
        if (!call.looks().isEmpty()) {
            return byLooks(call.looks(), call.nanos() - stopped(span, inCall));
        }
        double[] shares = threads.waits(call.threadId(), span.from(), span.to());
        WaitKind shown = call.stack().waitOrNull();
        Map<Cause, Long> nanos = new EnumMap<>(Cause.class);
        long sampledNanos = call.nanos() - stopped(span, inCall);
        double sampled = 0;
        for (WaitKind kind : WaitKind.values()) {
            double share = shares == null ? 0 : shares[kind.ordinal()];
            nanos.merge(kind.cause(), Math.round(share * sampledNanos), Long::sum);
            sampled += share;
        }
        double running = shares == null ? 0 : shares[WaitKind.values().length];
        double unread = shares == null ? 0 : shares[WaitKind.values().length + 1];
        if (shown != null && sampled + running + unread == 0) {
            nanos.put(shown.cause(), call.nanos());
        } else if (shown == WaitKind.SOCKET || shown == WaitKind.FILE) {
            nanos.merge(shown.cause(), Math.round(unread * sampledNanos), Long::sum);
        }
        return nanos;
    }

    /** Of a call on a thread of which nothing else is known: what it did besides waits, too. */
    private static Map<Cause, Long> byLooks(Map<Cause, Long> micros, long nanos) {
        double all = micros.values().stream().mapToLong(Long::longValue).sum();
        Map<Cause, Long> shares = new EnumMap<>(Cause.class);
        micros.forEach((cause, seen) -> {
            if (cause != Cause.UNKNOWN) {
                shares.put(cause, Math.round(nanos * (seen / all)));
            }
        });
        return shares;
    }

    /** How much of a time the whole JVM stood still for. */
    private static long stopped(Span span, Stalls inCall) {
        long[] covered = inCall.covering(span);
        long nanos = -covered[Cause.CPU_WAIT.ordinal()] - covered[Cause.UNKNOWN.ordinal()];
        for (long covers : covered) {
            nanos += covers;
        }
        return nanos;
    }

    /** Notes that the time of a call, which has been explained, was disturbed; kinds have a bit each. */
    synchronized void addDisturbed(SlowCall call, int kinds) {
        totals.addDisturbed(call, kinds);
    }

    /**
     * The time of one call by cause.
     *
     * @param call one that was taken
     * @return the time by cause; null as long as it waits
     */
    public Split split(SlowCall call) {
        return call.explanation().get() instanceof Split split ? split : null;
    }

    /**
     * What has been explained since the start.
     *
     * @return a copy
     */
    public synchronized CauseTotals totals() {
        return totals.copy();
    }
}
