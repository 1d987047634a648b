package org.latencyprobes.agent.figures;

import static org.latencyprobes.internal.report.UnitFactors.NANOS_PER_MICRO;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongUnaryOperator;
import java.util.function.ToLongFunction;
import org.latencyprobes.agent.cause.SlowCallCauses;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.codec.Texts;
import org.latencyprobes.agent.protocol.codec.UtcTime;
import org.latencyprobes.agent.protocol.slow.SingleCall;
import org.latencyprobes.agent.protocol.slow.SlowThreshold;
import org.latencyprobes.agent.protocol.slow.StackFrame;
import org.latencyprobes.agent.slow.ProbeThreshold;
import org.latencyprobes.agent.slow.SlowCall;
import org.latencyprobes.explain.Cause;
import org.latencyprobes.explain.HeldWait;
import org.latencyprobes.explain.Split;
import org.latencyprobes.explain.ThreadTime;
import org.latencyprobes.explain.Wait;

/** The tables of slow calls: the single calls, and the probes that had any. Stateless. */
public final class SlowTable {

    /** What looks at a wait miss at its ends, in ns. */
    private static final long MISSED_NANOS = 4_000_000;

    /** Of a call with so many waits or more a part may be all that is told. */
    private static final int MANY_WAITS = 8;

    private SlowTable() {}

    /**
     * Makes the tables.
     *
     * @param calls in the order of the rows
     * @param most how many of them at most; 0 for all
     * @param stacks of how many of all calls whose stack was captured it is told, the first of them
     * @param thresholds of all probes; those without a slow call are left out
     * @param causes explains calls
     * @return an answer with tables {@code slow}, {@code thresholds}, by the number of calls, and {@code stacks}
     */
    public static Answer of(
            List<SlowCall> calls, int most, int stacks, List<ProbeThreshold> thresholds, SlowCallCauses causes) {
        // one pair of readings, so that both tables have the same start
        LongUnaryOperator wallMillis = WhyTables.wallMillis();
        List<SingleCall> rows = calls.stream()
                .limit(most == 0 ? Long.MAX_VALUE : most)
                .map(call -> call(call, causes.split(call), wallMillis, null, List.of(), List.of(), false))
                .toList();
        List<ProbeThreshold> withCalls = thresholds.stream()
                .filter(threshold -> threshold.over() > 0)
                .sorted(Comparator.comparingLong(ProbeThreshold::over)
                        .reversed()
                        .thenComparing(ProbeThreshold::probe))
                .toList();
        return new Answer()
                .add(SingleCall.LISTED, SingleCall.class, rows)
                .add(SlowThreshold.TABLE, SlowThreshold.class, rows(withCalls))
                .add(StackFrame.TABLE, StackFrame.class, frames(calls, stacks, wallMillis));
    }

    private static List<StackFrame> frames(List<SlowCall> calls, int stacks, LongUnaryOperator wallMillis) {
        List<StackFrame> frames = new ArrayList<>();
        Set<List<Long>> known = new HashSet<>();
        calls.stream()
                .filter(call ->
                        !call.stack().lines().isEmpty() && known.add(List.of(call.threadId(), call.startNanos())))
                .limit(stacks)
                .forEach(call -> {
                    String start = UtcTime.ofMilli(wallMillis.applyAsLong(call.startNanos()));
                    call.stack()
                            .lines()
                            .forEach(line -> frames.add(
                                    new StackFrame(start, knownId(call.threadId()), line, call.startNanos())));
                });
        return frames;
    }

    private static List<SlowThreshold> rows(List<ProbeThreshold> thresholds) {
        return thresholds.stream()
                .map(one -> new SlowThreshold(
                        one.probe(),
                        one.tags(),
                        one.isKnown() ? one.thresholdNanos() / NANOS_PER_MICRO : Double.NaN,
                        one.over()))
                .toList();
    }

    /** The call for another process, which explains it once more. */
    static SingleCall single(SlowCall call, boolean isSampled, LongUnaryOperator wallMillis) {
        Split splitOrNull = call.explanation().get() instanceof Split split ? split : null;
        ThreadTime ofThread = splitOrNull == null ? null : splitOrNull.ofThread();
        List<HeldWait> holdings = splitOrNull == null ? List.of() : HeldWait.of(splitOrNull.waits());
        return call(call, splitOrNull, wallMillis, ofThread, call.stack().lines(), holdings, isSampled);
    }

    private static SingleCall call(
            SlowCall call,
            Split splitOrNull,
            LongUnaryOperator wallMillis,
            ThreadTime ofThread,
            List<String> stack,
            List<HeldWait> holdings,
            boolean isSampled) {
        long atMillis = wallMillis.applyAsLong(call.startNanos());
        return new SingleCall(
                call.probe(),
                call.tags(),
                call.outcome(),
                UtcTime.ofMilli(atMillis),
                call.nanos() / NANOS_PER_MICRO,
                splitOrNull == null
                        ? SingleCall.NOT_EXPLAINED
                        : splitOrNull.main().label(),
                nested(call),
                nestedMicros(call),
                call.trace(),
                Texts.thread(call.threadName(), call.threadId()),
                knownId(call.threadId()),
                splitOrNull == null ? Map.of() : parts(splitOrNull::nanos),
                atMillis,
                call.startNanos(),
                ofThread,
                stack,
                isSampled,
                call.isVirtual(),
                splitOrNull == null ? Map.of() : heldBy(splitOrNull),
                holdings);
    }

    /**
     * By share of the looks at its waits, which stand for the time that these missed; empty where they know no holder. Where far more of the cause is
     * left than they would have missed, that was for something else, such as a monitor.
     */
    private static Map<String, Double> heldBy(Split split) {
        Map<Cause, Long> seen = new EnumMap<>(Cause.class);
        split.waits().forEach(wait -> seen.merge(wait.kind().cause(), wait.nanos(), Long::sum));
        boolean areAll = split.waits().size() < MANY_WAITS;
        Map<Cause, Long> told = new EnumMap<>(Cause.class);
        seen.forEach((cause, nanos) -> {
            long missed = split.nanos(cause) - nanos;
            told.put(cause, areAll && missed > Math.max(MISSED_NANOS, nanos / 4) ? nanos : split.nanos(cause));
        });
        Map<String, Double> micros = new LinkedHashMap<>();
        for (Wait wait : split.waits()) {
            Cause cause = wait.kind().cause();
            String name = wait.holder().name().isEmpty()
                    ? SingleCall.UNKNOWN_HOLDER
                    : wait.holder().name();
            double share = wait.nanos() / Math.max(1.0, seen.get(cause));
            micros.merge(name, share * told.get(cause) / NANOS_PER_MICRO, Double::sum);
        }
        told.forEach((cause, nanos) -> {
            if (split.nanos(cause) > nanos) {
                micros.merge(SingleCall.UNKNOWN_HOLDER, (split.nanos(cause) - nanos) / NANOS_PER_MICRO, Double::sum);
            }
        });
        return micros.keySet().equals(Set.of(SingleCall.UNKNOWN_HOLDER)) ? Map.of() : micros;
    }

    private static Long nested(SlowCall call) {
        return call.callsInside() < 0 ? null : Long.valueOf(call.callsInside());
    }

    private static double nestedMicros(SlowCall call) {
        return call.callsInside() < 0 ? Double.NaN : call.insideNanos() / NANOS_PER_MICRO;
    }

    private static Long knownId(long threadId) {
        return threadId < 0 ? null : threadId;
    }

    /**
     * The causes with a time.
     *
     * @param nanos gives the time of a cause, in ns
     * @return in µs by the cause's name, by precedence
     */
    public static Map<String, Double> parts(ToLongFunction<Cause> nanos) {
        Map<String, Double> parts = new LinkedHashMap<>();
        for (Cause cause : Cause.values()) {
            if (nanos.applyAsLong(cause) > 0) {
                parts.put(cause.label(), nanos.applyAsLong(cause) / NANOS_PER_MICRO);
            }
        }
        return parts;
    }
}
