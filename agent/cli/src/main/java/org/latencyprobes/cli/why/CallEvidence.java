package org.latencyprobes.cli.why;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.latencyprobes.agent.protocol.slow.SingleCall;
import org.latencyprobes.cli.why.recording.DeepTimeline;
import org.latencyprobes.cli.why.recording.Pause;
import org.latencyprobes.explain.Attribution;
import org.latencyprobes.explain.Cause;
import org.latencyprobes.explain.Detail;
import org.latencyprobes.explain.Evidence;
import org.latencyprobes.explain.Holder;
import org.latencyprobes.explain.Span;
import org.latencyprobes.explain.Split;
import org.latencyprobes.explain.Stall;
import org.latencyprobes.explain.StallKind;
import org.latencyprobes.explain.Stalls;
import org.latencyprobes.explain.Wait;

/**
 * What is known of slow calls: the agent's stalls and its own word on each call, and what a recording says, where there is one. Of a call in a
 * recording of a user's, and of one whose stalls are not kept any more, the agent tells how long stalls were, not when. Immutable.
 *
 * @param stalls by kind
 * @param deep what a recording says; null where there is none
 * @param nanosPerCall what timing a call inside costs, in ns
 * @param stallsFromNanos from when on it is known when stalls were
 * @param isShortOfCpus whether the sampler had to wait for CPUs
 * @param calls all slow calls, of which some may have held others up
 */
record CallEvidence(
        Stalls stalls,
        DeepTimeline deep,
        double nanosPerCall,
        long stallsFromNanos,
        boolean isShortOfCpus,
        List<SingleCall> calls) {

    private static final int SHIFTS = 16;

    /** The share of the time from which on a wait of the sampler for CPUs says that they are short. */
    private static final double SHORT_OF_CPUS = 0.01;

    /** The agent knows their length, but not their place where its sampler came late. A recording knows both. */
    private static final List<StallKind> PAUSES = List.of(StallKind.GC, StallKind.SAFEPOINT);

    /** The agent looks each 2 ms. */
    private static final long HALF_A_LOOK_NANOS = 1_000_000;

    /** The sampler may come late: for so many times its length a look stands at most, of a wait that a recording tells. */
    private static final double MOST_AROUND = 8;

    /**
     * From an agent's answer.
     *
     * @param told the agent's stalls
     * @param deep what a recording says; null where there is none
     * @param nanosPerCall what timing a call inside costs, in ns
     * @param observed the time in which all stalls are told
     */
    static CallEvidence of(List<Stall> told, DeepTimeline deep, double nanosPerCall, Span observed) {
        long waited = Stalls.of(told).of(StallKind.CPU_WAIT).nanosWithin(observed);
        return new CallEvidence(
                all(told, deep),
                deep,
                nanosPerCall,
                observed.from(),
                waited > SHORT_OF_CPUS * observed.nanos(),
                List.of());
    }

    /** From a recording, whose calls tell stalls themselves. */
    static CallEvidence ofRecording(List<SingleCall> calls, DeepTimeline deep) {
        long nanos = calls.stream().mapToLong(SingleCall::nanos).sum();
        long cpuNanos = calls.stream()
                .mapToLong(call -> call.nanosOf(Cause.CPU_WAIT.label()))
                .sum();
        return new CallEvidence(
                all(List.of(), deep), deep, 0, Long.MAX_VALUE, cpuNanos > SHORT_OF_CPUS * nanos, List.of());
    }

    /** The same with all slow calls, of which some may have held others up. */
    CallEvidence with(List<SingleCall> all) {
        return new CallEvidence(stalls, deep, nanosPerCall, stallsFromNanos, isShortOfCpus, all);
    }

    /** The agent's, and pauses as the recording has them where there is one. */
    private static Stalls all(List<Stall> told, DeepTimeline deep) {
        if (deep == null) {
            return Stalls.of(told);
        }
        List<Stall> all = new ArrayList<>(told);
        all.removeIf(stall -> PAUSES.contains(stall.kind())
                && deep.covers(new Span(stall.startNanos(), stall.startNanos() + stall.nanos())));
        deep.pauses().forEach(pause -> all.add(new Stall(kind(pause), pause.startNanos(), pause.nanos(), 0)));
        return Stalls.of(all);
    }

    private static StallKind kind(Pause pause) {
        return pause.isGc() ? StallKind.GC : StallKind.SAFEPOINT;
    }

    CallSplit split(SingleCall call) {
        Span span = call.span();
        Map<Cause, Long> lengths = new EnumMap<>(Cause.class);
        boolean arePlaced = call.startNanos() >= stallsFromNanos;
        boolean areWaitsAlone = true;
        for (Cause cause : Cause.values()) {
            if (call.parts().containsKey(cause.label())) {
                lengths.put(cause, call.nanosOf(cause.label()));
                areWaitsAlone &= cause.isWait();
            }
        }
        long overheadNanos = !arePlaced && lengths.containsKey(Cause.OVERHEAD)
                ? lengths.get(Cause.OVERHEAD)
                : Math.round((call.nested() == null ? 0 : call.nested()) * nanosPerCall);
        boolean isKnown = deep != null && call.threadId() != null && call.nested() != null && deep.covers(span);
        if (call.ofThread() == null && !call.isVirtual()) {
            lengths.remove(Cause.CPU_WAIT); // it was the sampler's, by an earlier version's word
        }
        List<Wait> waits = withHolders(call, waits(call, lengths), isKnown && !call.isVirtual());
        Split split = Attribution.of(new Evidence(
                span,
                stalls,
                arePlaced || areWaitsAlone,
                lengths,
                waits,
                isKnown,
                call.ofThread(),
                overheadNanos,
                isShortOfCpus));
        return new CallSplit(call, split.byLabel(), details(split, call), deep == null ? 1 : deep.lookNanos());
    }

    /**
     * Those of a recording. Of a virtual thread it lacks most, and others hold the wait for a carrier: where the agent has looked at the call, they
     * are as long as it says, and tell what was waited for. Who parks for a time looks to the agent as if asleep.
     */
    private List<Wait> waits(SingleCall call, Map<Cause, Long> lengths) {
        Span span = call.span();
        List<Wait> recorded = deep == null ? List.of() : deep.waits(call.idOfThread(), span);
        if (!call.isVirtual() || lengths.keySet().stream().noneMatch(CallEvidence::isOfThread)) {
            return recorded;
        }
        if (deep != null && recorded.stream().noneMatch(wait -> wait.kind().cause() == Cause.PARK)) {
            recorded = Stream.concat(recorded.stream(), deep.poolWaits(call.probe(), call.idOfThread(), span).stream())
                    .toList();
        }
        Map<Cause, Long> nanos = new EnumMap<>(Cause.class);
        recorded.forEach(wait -> nanos.merge(wait.kind().cause(), within(wait, span), Long::sum));
        if (nanos.containsKey(Cause.PARK) && !nanos.containsKey(Cause.SLEEP) && lengths.containsKey(Cause.SLEEP)) {
            lengths.merge(Cause.PARK, lengths.remove(Cause.SLEEP), Long::sum);
        }
        return recorded.stream()
                .map(wait -> wait.part(
                        Math.max(wait.startNanos(), span.from()),
                        Math.round(within(wait, span) * share(wait, nanos, lengths)),
                        0,
                        wait.holder()))
                .toList();
    }

    /**
     * The same with those who held what was waited for: of monitors Flight Recorder tells, of locks the agent's looks. These alone tell of waits that
     * are not recorded.
     */
    private List<Wait> withHolders(SingleCall call, List<Wait> recorded, boolean areAll) {
        List<Wait> seen = call.holdings().stream()
                .map(holding -> holding.ofThread(call.idOfThread()))
                .toList();
        List<Wait> waits = new ArrayList<>();
        for (Wait wait : recorded) {
            waits.addAll(
                    parts(wait, seen.stream().filter(look -> isPart(look, wait)).toList()));
        }
        seen.stream()
                .filter(look -> !areAll && recorded.stream().noneMatch(wait -> isPart(look, wait)))
                .map(look -> look.part(look.startNanos(), look.nanos(), 0, placed(look, true)))
                .forEach(waits::add);
        return waits;
    }

    /** Whether looks saw a part of a wait. At the end of one they may have seen the next. */
    private static boolean isPart(Wait look, Wait wait) {
        return look.detail().equals(wait.detail())
                && within(wait, look.span()) >= Math.min(HALF_A_LOOK_NANOS, Math.max(1, look.nanos() / 2));
    }

    /** A wait by who held it. Looks stand for what lies around them; where they saw little of it, the rest is not known. */
    private List<Wait> parts(Wait wait, List<Wait> looks) {
        List<Wait> parts = new ArrayList<>();
        double seenNanos =
                looks.stream().mapToLong(look -> within(wait, look.span())).sum();
        double each = Math.min(MOST_AROUND, wait.nanos() / Math.max(1, seenNanos));
        long at = wait.startNanos();
        for (Wait look : looks) {
            long nanos = Math.round(each * within(wait, look.span()));
            parts.add(wait.part(at, nanos, 0, placed(look, true)));
            at += nanos;
        }
        long left = Math.max(0, wait.startNanos() + wait.nanos() - at);
        parts.add(wait.part(at, left, wait.lateNanos(), looks.isEmpty() ? placed(wait, false) : Holder.NONE));
        return parts;
    }

    /** Who held what was waited for, with the place where it was. */
    private Holder placed(Wait wait, boolean hasHeldAll) {
        Holder holder = wait.holder();
        return deep == null || holder.threadId() < 0 || !holder.place().isEmpty()
                ? holder
                : new Holder(holder.name(), holder.threadId(), deep.place(holder.threadId(), wait.span(), hasHeldAll));
    }

    /** How much of the recorded time of its kind counts. What the looks tell nothing of may be in native code. */
    private static double share(Wait wait, Map<Cause, Long> recorded, Map<Cause, Long> lengths) {
        Cause cause = wait.kind().cause();
        boolean mayBeNative = cause == Cause.FILE || cause == Cause.SOCKET;
        double most = lengths.getOrDefault(cause, mayBeNative ? lengths.getOrDefault(Cause.UNKNOWN, 0L) : 0L);
        return Math.min(1, most / Math.max(1, recorded.get(cause)));
    }

    private static boolean isOfThread(Cause cause) {
        return cause.isWait() || cause == Cause.ON_CPU || cause == Cause.CPU_WAIT;
    }

    private static long within(Wait wait, Span span) {
        return Stall.overlapNanos(wait.startNanos(), wait.nanos(), span.from(), span.to());
    }

    private Map<String, Map<Detail, Long>> details(Split split, SingleCall call) {
        Map<String, Map<Detail, Long>> details = new LinkedHashMap<>();
        for (Cause cause : Cause.values()) {
            split.details(cause).forEach((detail, nanos) -> add(details, cause, detail, nanos));
        }
        if (deep == null) {
            return details;
        }
        Span span = call.span();
        for (Pause pause : deep.pauses(span)) {
            long overlap = Stall.overlapNanos(pause.startNanos(), pause.nanos(), span.from(), span.to());
            add(details, Cause.of(kind(pause)), Detail.of(detail(pause, call)), overlap);
        }
        Cause code = call.ofThread() != null || split.nanos(Cause.ON_CPU) > 0
                ? Cause.ON_CPU
                : split.nanos(Cause.ON_CPU_OR_SHORT_WAIT) > 0 ? Cause.ON_CPU_OR_SHORT_WAIT : Cause.UNKNOWN;
        String words = code == Cause.UNKNOWN ? DetailText.SEEN : "in ";
        deep.running(call.idOfThread(), span)
                .forEach((site, times) -> add(details, code, Detail.of(words + site), times * deep.lookNanos()));
        return details;
    }

    /** With the thread that the others waited for, where one is known that ran on. */
    private String detail(Pause pause, SingleCall victim) {
        return calls.stream()
                .filter(call -> pause.detail().equals(Pause.REACHING)
                        && call.idOfThread() != victim.idOfThread()
                        && ranThrough(call, pause))
                .findFirst()
                .map(call -> "until \"" + call.thread() + "\" had stopped, in " + call.probe())
                .orElse(pause.detail());
    }

    /** Whether the thread of a call must have run, or been ready to, for more than half of a pause: else it would have had to elsewhere, too. */
    private static boolean ranThrough(SingleCall call, Pause pause) {
        if (call.ofThread() == null
                || call.startNanos() > pause.startNanos()
                || call.span().to() < pause.endNanos()) {
            return false;
        }
        long ranNanos = call.ofThread().allLeastCpuNanos() + call.ofThread().leastRunDelayNanos();
        return 2 * (call.nanos() - ranNanos) < pause.nanos();
    }

    private static void add(Map<String, Map<Detail, Long>> details, Cause cause, Detail detail, long weight) {
        if (!detail.words().isEmpty() && weight > 0) {
            details.computeIfAbsent(cause.label(), any -> new LinkedHashMap<>()).merge(detail, weight, Long::sum);
        }
    }

    /**
     * What share of calls' time stalls of the whole JVM would cover by chance alone: the calls are moved to other moments of the observed
     * time, evenly.
     *
     * @return share by cause, 0 to 1; causes without any are left out
     */
    Map<String, Double> chance(List<SingleCall> calls, Span observed) {
        double[] nanos = new double[Cause.values().length];
        for (SingleCall call : calls) {
            for (int shift = 1; shift <= SHIFTS; shift++) {
                long room = observed.nanos() - call.nanos();
                if (room > 0) {
                    long moved = Math.floorMod(call.startNanos() - observed.from() + room * shift / (SHIFTS + 1), room);
                    long from = observed.from() + moved;
                    long[] covered = stalls.covering(new Span(from, from + call.nanos()));
                    for (int at = 0; at < covered.length; at++) {
                        nanos[at] += covered[at];
                    }
                }
            }
        }
        double total = calls.stream().mapToLong(SingleCall::nanos).sum() * (double) SHIFTS;
        Map<String, Double> shares = new LinkedHashMap<>();
        for (Cause cause : Cause.values()) {
            if (nanos[cause.ordinal()] > 0 && cause != Cause.UNKNOWN) {
                shares.put(cause.label(), nanos[cause.ordinal()] / total);
            }
        }
        return shares;
    }
}
