package org.latencyprobes.cli.why;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.latencyprobes.agent.cause.Cause;
import org.latencyprobes.agent.protocol.slow.SingleCall;
import org.latencyprobes.agent.protocol.slow.ThreadTime;
import org.latencyprobes.agent.stall.StallKind;
import org.latencyprobes.cli.why.Spans.Span;
import org.latencyprobes.cli.why.recording.DeepTimeline;
import org.latencyprobes.cli.why.recording.Pause;
import org.latencyprobes.cli.why.recording.WaitSettings;

/**
 * The attribution of slow calls' time to causes, in this precedence: times in which the whole JVM stood still, waits of the call's own thread,
 * its waits for a CPU, measuring, and then the method's own code. Where it is known for how long the thread waited for a CPU and ran on one,
 * these times count, and the rest is not known; but before the agent's first reading of the thread, what a recording leaves is code if the
 * thread did nothing but run later. A recording holds no waits in native code, and none that are short. So of other calls the rest is not known,
 * and of short ones it is code or a short wait. The time from the end of a wait for some time until the thread ran is not known either. Of
 * virtual threads, and of calls that another thread completed, a recording may not hold all. Where there is no recording, the agent's samples of
 * what the thread waited for count. The agent does not know the calls inside of these.
 * Of a call in a recording of a user's, and of one whose stalls are not kept any more, the agent tells how long stalls were, not when: they
 * claim as much of the call as placed ones leave. Immutable.
 */
final class Attribution {

    private static final String CPU_WAIT = Cause.CPU_WAIT.label();

    /** What its thread ran for. */
    static final String ON_CPU = Cause.ON_CPU.label();

    /** The same where threads waited for CPUs, as the sampler did: this thread may have, too. */
    static final String ON_CPU_OR_WAIT = ON_CPU + " or " + CPU_WAIT;

    /** What is left of a call that is shorter than the waits that a recording holds. */
    static final String ON_CPU_OR_SHORT_WAIT = ON_CPU + " or short wait";

    /** What is left of others. */
    static final String UNKNOWN = Cause.UNKNOWN.label();

    /** The probes inside. */
    private static final String OVERHEAD = Cause.OVERHEAD.label();

    /** The causes that are waits of the call's thread. */
    private static final List<String> WAITS = Arrays.stream(Cause.values())
            .filter(Cause::isWait)
            .map(Cause::label)
            .toList();

    /** Of these Flight Recorder has no event for all: not of datagrams, for one. The agent asks the kernel. */
    private static final List<String> NATIVE_WAITS = List.of(Cause.SOCKET.label(), Cause.FILE.label());

    private static final int SHIFTS = 16;

    /** Of the time that waits left, the least share in which a thread that did nothing but run can have run or been ready to. */
    private static final double MOST_RUNNING = 0.75;

    /** The least share in which it must have. */
    private static final double LEAST_RUNNING = 0.25;

    /** The share of the time from which on a wait of the sampler for CPUs says that they are short. */
    private static final double SHORT_OF_CPUS = 0.01;

    /** These say that the sampler waited, which another thread need not have. */
    private static final List<StallKind> UNSURE = List.of(StallKind.CPU_WAIT, StallKind.UNKNOWN);

    /** The agent knows their length, but not their place where its sampler came late. A recording knows both. */
    private static final List<StallKind> PAUSES = List.of(StallKind.GC, StallKind.SAFEPOINT);

    private final Map<StallKind, Spans> stalls = new LinkedHashMap<>();
    private final DeepTimeline deep;
    private final double nanosPerCall;
    private final String begin;
    private final long stallsFromNanos;

    /** A stall as the agent told it. */
    record StallSpan(StallKind kind, Span span) {}

    /**
     * Prepares.
     *
     * @param told the agent's stalls
     * @param deep what a recording says; null where there is none
     * @param nanosPerCall what timing a call inside costs, in ns
     * @param observed the time in which all stalls are told
     */
    Attribution(List<StallSpan> told, DeepTimeline deep, double nanosPerCall, Span observed) {
        this(told, deep, nanosPerCall, observed.from(), isShort(told, observed));
    }

    private Attribution(
            List<StallSpan> told, DeepTimeline deep, double nanosPerCall, long stallsFromNanos, boolean isShortOfCpus) {
        this.deep = deep;
        this.stallsFromNanos = stallsFromNanos;
        this.nanosPerCall = nanosPerCall;
        begin = isShortOfCpus ? ON_CPU_OR_WAIT : ON_CPU;
        for (StallKind kind : StallKind.values()) {
            List<Span> spans = new ArrayList<>(told.stream()
                    .filter(stall -> stall.kind() == kind)
                    .map(StallSpan::span)
                    .filter(span -> deep == null || !PAUSES.contains(kind) || !deep.covers(span.from(), span.to()))
                    .toList());
            if (deep != null && PAUSES.contains(kind)) {
                deep.pauses().stream()
                        .filter(pause -> pause.isGc() == (kind == StallKind.GC))
                        .forEach(pause -> spans.add(span(pause)));
            }
            stalls.put(kind, Spans.of(spans));
        }
    }

    /** Prepares for calls of a recording, which tell stalls themselves. */
    static Attribution ofRecording(List<SingleCall> calls, DeepTimeline deep) {
        long nanos = calls.stream().mapToLong(SingleCall::nanos).sum();
        long cpuNanos = calls.stream().mapToLong(call -> call.nanosOf(CPU_WAIT)).sum();
        return new Attribution(List.of(), deep, 0, Long.MAX_VALUE, cpuNanos > SHORT_OF_CPUS * nanos);
    }

    private static boolean isShort(List<StallSpan> told, Span observed) {
        Spans waits = Spans.of(told.stream()
                .filter(stall -> stall.kind() == StallKind.CPU_WAIT)
                .map(StallSpan::span)
                .toList());
        return waits.within(observed).stream().mapToLong(Span::nanos).sum() > SHORT_OF_CPUS * observed.nanos();
    }

    private static Span span(Pause pause) {
        return new Span(pause.startNanos(), pause.startNanos() + pause.nanos());
    }

    DeepTimeline deep() {
        return deep;
    }

    Map<StallKind, Spans> stalls() {
        return stalls;
    }

    /** Whether the agent tells its stalls only by their length. */
    private boolean isUnplaced(SingleCall call) {
        return call.startNanos() < stallsFromNanos;
    }

    /** What the agent itself tells of a call, without the moments, in ns: its waits alone where its stalls are told one by one. */
    private long told(SingleCall call, String cause) {
        return isUnplaced(call) || WAITS.contains(cause) ? call.nanosOf(cause) : 0;
    }

    CallSplit split(SingleCall call) {
        Span span = Span.of(call);
        CallSplit.Builder split = new CallSplit.Builder(call);
        claimStalls(split, false);
        long unplacedNanos = claimTold(split, call);
        boolean isKnown =
                deep != null && call.threadId() != null && call.nested() != null && deep.covers(span.from(), span.to());
        ThreadWaits waits =
                new ThreadWaits(deep == null ? List.of() : deep.waits(call.idOfThread(), span.from(), span.to()));
        waits.claim(split);
        (isKnown ? NATIVE_WAITS : WAITS).forEach(wait -> claimMore(split, call, wait));
        long overheadNanos = isUnplaced(call) && call.parts().containsKey(OVERHEAD)
                ? call.nanosOf(OVERHEAD)
                : Math.round((call.nested() == null ? 0 : call.nested()) * nanosPerCall);
        ThreadTime time = call.ofThread();
        if (time != null) {
            long placedNanos = span.from() + unplacedNanos; // what has no place may have been there
            Spans unread =
                    Spans.of(waits.late().gapsWithin(new Span(placedNanos, Math.max(placedNanos, time.fromNanos()))));
            boolean isRunning = isKnown && hasOnlyRun(split, call, unread);
            if (isRunning) {
                split.claim(begin, unread);
            }
            claimOfThread(split, call, overheadNanos, isRunning, waits.late());
        } else {
            claimStalls(split, true);
            claimMore(split, call, CPU_WAIT);
            split.claim(OVERHEAD, overheadNanos).claim(UNKNOWN, waits.late());
        }
        boolean isShort = isKnown && time == null && call.nanos() < WaitSettings.SHORTEST_NANOS;
        String rest = isShort ? ON_CPU_OR_SHORT_WAIT : UNKNOWN;
        if (deep != null) {
            tellDetails(split, call, time != null ? ON_CPU : rest);
        }
        return split.rest(rest);
    }

    /** Whether the thread ran, or was ready to, in all free time since its first reading, and may have in the free time before. */
    private static boolean hasOnlyRun(CallSplit.Builder split, SingleCall call, Spans unread) {
        ThreadTime time = call.ofThread();
        long readNanos = split.freeWithin(
                Spans.of(List.of(new Span(time.fromNanos(), Span.of(call).to()))));
        return time.beginRunningNanos() >= MOST_RUNNING * split.freeWithin(unread)
                && time.cpuNanos() + time.runDelayNanos() >= MOST_RUNNING * readNanos
                && time.leastCpuNanos() + time.runDelayNanos() >= LEAST_RUNNING * readNanos;
    }

    /**
     * CPU time first: waits for a CPU may be in the waits of a thread that was woken and had none, or follow a stop. The kernel counts a
     * throttled thread as one that waits for a CPU, and may throttle it while the agent's sampler runs. Where the thread did nothing but run, the
     * begin before the agent's first reading is claimed already; else CPU time counts that was in the call for sure.
     */
    private void claimOfThread(
            CallSplit.Builder split, SingleCall call, long overheadNanos, boolean isRunning, Spans late) {
        ThreadTime time = call.ofThread();
        split.claim(OVERHEAD, overheadNanos);
        split.claim(ON_CPU, (isRunning ? time.cpuNanos() : time.allLeastCpuNanos()) - overheadNanos);
        long delayNanos = isRunning ? time.runDelayNanos() + ofBegin(late, call) : time.allRunDelayNanos();
        if (!isUnplaced(call) || WAITS.containsAll(call.parts().keySet())) {
            claimDelay(split, call, delayNanos, isRunning);
        } else { // the agent has taken its throttling off
            split.claim(CPU_WAIT, Math.min(delayNanos, told(call, CPU_WAIT)));
        }
        split.claim(UNKNOWN, stalls.get(StallKind.UNKNOWN));
    }

    /** For how long the thread waited for a CPU before the agent's first reading, where it was late. */
    private static long ofBegin(Spans late, SingleCall call) {
        ThreadTime time = call.ofThread();
        Span begin = new Span(Span.of(call).from(), Math.max(Span.of(call).from(), time.fromNanos()));
        long lateNanos = late.within(begin).stream().mapToLong(Span::nanos).sum();
        return time.begin() == null ? 0 : Math.min(lateNanos, time.begin().runDelayNanos());
    }

    private void claimDelay(CallSplit.Builder split, SingleCall call, long delayNanos, boolean isRunning) {
        ThreadTime time = call.ofThread();
        long fromNanos = isRunning || time.begin() == null
                ? time.fromNanos()
                : Span.of(call).from();
        long samplersNanos = stalls
                .get(StallKind.THROTTLED)
                .within(new Span(fromNanos, Span.of(call).to()))
                .stream()
                .mapToLong(Span::nanos)
                .sum();
        long throttledNanos = Math.max(samplersNanos, time.throttledNanos());
        split.claim(StallKind.THROTTLED.label(), throttledNanos - samplersNanos);
        split.claim(CPU_WAIT, delayNanos - throttledNanos);
    }

    /** What the agent tells beyond what is claimed already. Returns how much, in ns. */
    private long claimMore(CallSplit.Builder split, SingleCall call, String cause) {
        long before = split.claimed(cause);
        split.claim(cause, told(call, cause) - before);
        return split.claimed(cause) - before;
    }

    /**
     * Claims stalls of which the agent tells the length alone. Of collections and safepoints the recording may tell the same time, as another of
     * the two. Returns how much was claimed, in ns.
     */
    private long claimTold(CallSplit.Builder split, SingleCall call) {
        long claimed = 0;
        List<String> pauses = PAUSES.stream().map(StallKind::label).toList();
        long left = pauses.stream()
                .mapToLong(cause -> told(call, cause) - split.claimed(cause))
                .sum();
        for (String cause : pauses) {
            long more = Math.min(left, told(call, cause) - split.claimed(cause));
            split.claim(cause, more);
            left -= Math.max(0, more);
            claimed += Math.max(0, more);
        }
        claimed += claimMore(split, call, Cause.THROTTLED.label());
        return claimed + claimMore(split, call, Cause.PAUSED.label());
    }

    private void tellDetails(CallSplit.Builder split, SingleCall call, String code) {
        Span span = Span.of(call);
        for (Pause pause : deep.pauses(span.from(), span.to())) {
            long overlap =
                    Math.min(pause.startNanos() + pause.nanos(), span.to()) - Math.max(pause.startNanos(), span.from());
            if (overlap > 0) {
                split.detail((pause.isGc() ? StallKind.GC : StallKind.SAFEPOINT).label(), pause.detail(), overlap);
            }
        }
        String words = code.equals(UNKNOWN) ? "seen running in " : "in ";
        deep.running(call.idOfThread(), span.from(), span.to())
                .forEach((site, times) -> split.detail(code, words + site, times));
    }

    private void claimStalls(CallSplit.Builder split, boolean unsure) {
        stalls.forEach((kind, spans) -> {
            if (UNSURE.contains(kind) == unsure) {
                String cause = Cause.of(kind).label();
                long before = split.claimed(cause);
                split.claim(cause, spans);
                split.detail(cause, kind.label().equals(cause) ? "" : kind.label(), split.claimed(cause) - before);
            }
        });
    }

    /**
     * What share of calls' time stalls of the whole JVM would cover by chance alone: the calls are moved to other moments of the observed
     * time, evenly.
     *
     * @return share by cause, 0 to 1; causes without any are left out
     */
    Map<String, Double> chance(List<SingleCall> calls, Span observed) {
        Map<String, Double> shares = new LinkedHashMap<>();
        double total = calls.stream().mapToLong(SingleCall::nanos).sum() * (double) SHIFTS;
        for (SingleCall call : calls) {
            for (int shift = 1; shift <= SHIFTS; shift++) {
                long room = observed.nanos() - call.nanos();
                if (room > 0) {
                    long moved = Math.floorMod(call.startNanos() - observed.from() + room * shift / (SHIFTS + 1), room);
                    long from = observed.from() + moved;
                    CallSplit.Builder split = new CallSplit.Builder(call, new Span(from, from + call.nanos()));
                    claimStalls(split, false);
                    claimStalls(split, true);
                    split.rest(ON_CPU)
                            .nanos()
                            .forEach((cause, nanos) -> shares.merge(cause, nanos / total, Double::sum));
                }
            }
        }
        shares.remove(ON_CPU);
        shares.remove(UNKNOWN);
        return shares;
    }
}
