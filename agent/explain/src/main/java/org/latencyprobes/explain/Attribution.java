package org.latencyprobes.explain;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The attribution of a slow call's time to causes, a function of its {@link Evidence}. Each nanosecond counts once. Where evidence overlaps, this is
 * the precedence, and why:
 *
 * <ol>
 *   <li><b>What the thread demonstrably did.</b> The kernel counts for how long a thread ran, and for how long it was ready and had no CPU. All else
 *       is seen from outside or by somebody else, so nothing takes this time.
 *   <li><b>Stalls of the whole JVM</b>, as far as the thread did neither: whoever runs through a stall, as the thread that a safepoint waits for,
 *       is not its victim. They come before waits, since a thread that sleeps in a collection would not have run after its sleep either. Among
 *       them, the order of {@link StallKind}: the one that names its reason best.
 *   <li><b>Waits of the thread</b>, by Flight Recorder, whose events have a place, then by samples. Among those that overlap, the order of {@link
 *       WaitKind}. A wait lasts until its thread runs again: where waits take more than the thread leaves them, its ends were {@link
 *       Cause#CPU_WAIT}. That comes off all waits of the call in proportion, since it is not known off which; {@link
 *       Detail#LACKING_CPU} says how much more it may be of each.
 *   <li><b>The begin</b>, before the agent's first reading of the thread: code, if the thread did nothing but run later, and may have run then.
 *   <li><b>Overhead</b>, an estimate, before <b>on-cpu</b>: the thread ran for both, so it can only come off that.
 *   <li><b>cpu-wait</b>, as long as the thread's own is known. What the agent's sampler waited for says nothing of another thread, which may wait
 *       in native code. Of a virtual thread, both this and on-cpu are by looks at it from outside, as its waits.
 *   <li><b>The rest is unknown.</b> A recording holds no waits in native code, and none that are short: of a call that is shorter than those, without
 *       readings, it is code or a short wait. From the end of a wait for some time until the thread ran is unknown, too.
 * </ol>
 *
 * <p>For one call, on one thread.
 */
public final class Attribution {

    /** The length of the shortest waits that a recording is to hold, in ns. */
    public static final long SHORTEST_WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    /** Of the time that waits left, the least share in which a thread that did nothing but run can have run or been ready to. */
    private static final double MOST_RUNNING = 0.75;

    /** The least share in which it must have. */
    private static final double LEAST_RUNNING = 0.25;

    private static final Cause[] CAUSES = Cause.values();

    /** These say that the sampler waited, which another thread need not have. */
    private static final List<StallKind> OF_THE_SAMPLER = List.of(StallKind.CPU_WAIT, StallKind.UNKNOWN);

    /** Of these Flight Recorder has no event for all: not of datagrams, for one. The agent asks the kernel. */
    private static final List<Cause> NATIVE_WAITS = List.of(Cause.SOCKET, Cause.FILE);

    private final Evidence evidence;
    private final Span span;
    private final ThreadTime time;
    private final RemainingTime remaining;
    private final long[] stalled = new long[CAUSES.length];
    private final long[] waited = new long[CAUSES.length];
    private final long[] others = new long[CAUSES.length];
    private final Map<Cause, Map<Detail, Long>> details = new EnumMap<>(Cause.class);
    private Spans late = Spans.NONE;
    private long left;

    private Attribution(Evidence evidence) {
        this.evidence = evidence;
        span = evidence.span();
        time = evidence.ofThread();
        remaining = new RemainingTime(span);
        left = span.nanos();
    }

    /**
     * Attributes the time of one call.
     *
     * @param evidence what is known of it
     * @return its time by cause
     */
    public static Split of(Evidence evidence) {
        return new Attribution(evidence).split();
    }

    private Split split() {
        takeStalls();
        long unplacedNanos = evidence.areStallsPlaced() ? 0 : takeUnplacedStalls();
        leaveWhatTheThreadDid();
        takeWaits();
        leaveEndsOfWaits();
        if (time == null) {
            takeWithoutReadings();
        } else {
            takeOfThread(span.from() + unplacedNanos); // what has no place may have been there
        }
        take(others, Cause.UNKNOWN, left);
        long[] nanos = new long[CAUSES.length];
        for (int at = 0; at < nanos.length; at++) {
            nanos[at] = stalled[at] + waited[at] + others[at];
        }
        return new Split(nanos, details, time, evidence.waits());
    }

    private long take(long[] sums, Cause cause, long most) {
        long taken = Math.max(0, Math.min(left, most));
        sums[cause.ordinal()] += taken;
        left -= taken;
        return taken;
    }

    private void detail(Cause cause, Detail detail, long nanos) {
        if (!detail.words().isEmpty() && nanos > 0) {
            details.computeIfAbsent(cause, any -> new LinkedHashMap<>()).merge(detail, nanos, Long::sum);
        }
    }

    private long length(Cause cause) {
        return evidence.lengths().getOrDefault(cause, 0L);
    }

    private void takeStalls() {
        for (StallKind kind : StallKind.values()) {
            if (!OF_THE_SAMPLER.contains(kind)) {
                Cause cause = Cause.of(kind);
                long taken =
                        take(stalled, cause, remaining.take(evidence.stalls().of(kind)));
                detail(cause, Detail.of(kind.label().equals(cause.label()) ? "" : kind.label()), taken);
            }
        }
    }

    /** Of collections and safepoints a recording may tell the same time, as another of the two. Returns how much was taken, in ns. */
    private long takeUnplacedStalls() {
        long before = left;
        long pauses = more(Cause.GC) + more(Cause.SAFEPOINT);
        pauses -= take(stalled, Cause.GC, Math.min(pauses, more(Cause.GC)));
        take(stalled, Cause.SAFEPOINT, Math.min(pauses, more(Cause.SAFEPOINT)));
        take(stalled, Cause.THROTTLED, more(Cause.THROTTLED));
        take(stalled, Cause.PAUSED, more(Cause.PAUSED));
        return before - left;
    }

    /** How much another told beyond what is taken, which may be less. */
    private long more(Cause cause) {
        return length(cause) - stalled[cause.ordinal()];
    }

    private void leaveWhatTheThreadDid() {
        long room = span.nanos() - sureNanos();
        for (Cause cause : CAUSES) {
            int at = cause.ordinal();
            long kept = Math.min(stalled[at], room);
            left += stalled[at] - kept;
            room -= kept;
            stalled[at] = kept;
        }
    }

    /** For how long the thread ran, or was ready to. A throttled thread is ready, too, and throttling is a stall. */
    private long sureNanos() {
        return time == null
                ? 0
                : Math.min(span.nanos(), time.allLeastCpuNanos() + readyNanos(time.leastRunDelayNanos()));
    }

    private long readyNanos(long delayNanos) {
        return evidence.areStallsPlaced()
                ? Math.max(0, delayNanos - throttledNanos())
                : Math.min(delayNanos, length(Cause.CPU_WAIT)); // whoever told has taken throttling off
    }

    /** Each CPU has its part of the quota: the thread may be throttled while the sampler is not. */
    private long throttledNanos() {
        return Math.max(throttledOfSampler(), time.throttledNanos());
    }

    private long throttledOfSampler() {
        long fromNanos = time.begin() == null ? Math.min(span.to(), time.fromNanos()) : span.from();
        return evidence.stalls().of(StallKind.THROTTLED).nanosWithin(new Span(fromNanos, span.to()));
    }

    private void takeWaits() {
        List<Span> after = new ArrayList<>();
        for (Wait wait : evidence.waits()) {
            if (wait.lateNanos() > 0) {
                after.add(new Span(wait.startNanos() + wait.nanos(), wait.endNanos()));
            }
        }
        late = Spans.of(after);
        for (WaitKind kind : WaitKind.values()) {
            for (Wait wait : evidence.waits()) {
                if (wait.kind() == kind) {
                    long taken = take(waited, kind.cause(), remaining.take(Spans.of(late.gapsWithin(wait.span()))));
                    detail(kind.cause(), new Detail(wait.detail(), wait.holder(), wait.site()), taken);
                }
            }
        }
        for (Cause cause : CAUSES) {
            if (cause.isWait() && (!evidence.hasAllWaits() || NATIVE_WAITS.contains(cause))) {
                take(waited, cause, length(cause) - waited[cause.ordinal()]);
            }
        }
    }

    private void leaveEndsOfWaits() {
        long all = 0;
        int causes = 0;
        for (long nanos : waited) {
            all += nanos;
            causes += nanos > 0 ? 1 : 0;
        }
        long excess = sureNanos() - left;
        if (excess <= 0 || all == 0) {
            return;
        }
        for (int at = 0; at < waited.length; at++) {
            long part = Math.round((double) excess * waited[at] / all);
            long lackingNanos = Math.min(Math.min(excess, readyNanos(time.leastRunDelayNanos())), waited[at]);
            detail(CAUSES[at], Detail.LACKING_CPU, causes > 1 ? lackingNanos - part : 0);
            waited[at] -= part;
            left += part;
        }
    }

    private void takeWithoutReadings() {
        take(others, Cause.OVERHEAD, evidence.overheadNanos());
        take(others, Cause.CPU_WAIT, length(Cause.CPU_WAIT)); // by looks at it
        take(others, Cause.ON_CPU, length(Cause.ON_CPU) - others[Cause.OVERHEAD.ordinal()]);
        take(others, Cause.UNKNOWN, remaining.take(late));
        for (StallKind kind : OF_THE_SAMPLER) {
            take(others, Cause.UNKNOWN, remaining.take(evidence.stalls().of(kind)));
        }
        if (evidence.hasAllWaits() && span.nanos() < SHORTEST_WAIT_NANOS) {
            take(others, Cause.ON_CPU_OR_SHORT_WAIT, left);
        }
    }

    /** Where the thread did nothing but run, its begin is code; else CPU time counts that was in the call for sure. */
    private void takeOfThread(long placedNanos) {
        Spans unread = Spans.of(late.gapsWithin(new Span(placedNanos, Math.max(placedNanos, time.fromNanos()))));
        boolean isRunning = evidence.hasAllWaits() && hasOnlyRun(unread);
        if (isRunning) {
            take(others, evidence.isShortOfCpus() ? Cause.ON_CPU_OR_CPU_WAIT : Cause.ON_CPU, remaining.within(unread));
        }
        long overhead = take(others, Cause.OVERHEAD, evidence.overheadNanos());
        take(others, Cause.ON_CPU, (isRunning ? time.cpuNanos() : time.allLeastCpuNanos()) - overhead);
        if (evidence.areStallsPlaced()) {
            take(stalled, Cause.THROTTLED, throttledNanos() - throttledOfSampler());
        }
        take(
                others,
                Cause.CPU_WAIT,
                readyNanos(isRunning ? time.runDelayNanos() + lateInBegin() : time.allRunDelayNanos()));
    }

    /** Whether the thread ran, or was ready to, in all time that remains since its first reading, and may have in that before. */
    private boolean hasOnlyRun(Spans unread) {
        long readNanos = remaining.within(Spans.of(List.of(new Span(time.fromNanos(), span.to()))));
        return time.beginRunningNanos() >= MOST_RUNNING * remaining.within(unread)
                && time.cpuNanos() + time.runDelayNanos() >= MOST_RUNNING * readNanos
                && time.leastCpuNanos() + time.runDelayNanos() >= LEAST_RUNNING * readNanos;
    }

    /** For how long the thread waited for a CPU before the agent's first reading, where it was late. */
    private long lateInBegin() {
        long lateNanos = late.nanosWithin(new Span(span.from(), Math.max(span.from(), time.fromNanos())));
        return time.begin() == null ? 0 : Math.min(lateNanos, time.begin().runDelayNanos());
    }
}
