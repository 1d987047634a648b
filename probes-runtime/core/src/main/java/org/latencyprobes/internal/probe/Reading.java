package org.latencyprobes.internal.probe;

import java.util.AbstractMap;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.latencyprobes.call.Outcome;
import org.latencyprobes.internal.counts.Counts;
import org.latencyprobes.internal.counts.Nesting;
import org.latencyprobes.internal.counts.SlowRing;
import org.latencyprobes.internal.counts.TracedCall;

/**
 * The reading of one probe and outcome, as the {@link Hub} carries it. It says who it is, and how many calls there are now, without reading
 * counters one by one. All else is read together, when the first of it is asked for, and stays as it was then. For one thread.
 */
final class Reading extends AbstractMap<String, Object> {

    private static final List<String> KEYS = List.of(
            Hub.NAME,
            Hub.TAGS,
            Hub.OUTCOME,
            Hub.KIND,
            Hub.START_MILLIS,
            Hub.SHARE_CHANGES,
            Hub.SNAPSHOT,
            Hub.UNTIMED,
            Hub.INSIDE,
            Hub.COST,
            Hub.TRACED,
            Hub.SLOW);

    private static final List<String> SELF_OUTCOMES = Arrays.stream(Outcome.values())
            .map(outcome -> outcome.label() + Hub.SELF_SUFFIX)
            .toList();

    private final ProbeRecorder probe;
    private final Outcome outcome;
    private final Counts counts;
    private final boolean isSelf;
    private final long startMillis;
    private long[] snapshot;
    private long[] inside;
    private long untimed;
    private long shareChanges;
    private Long slow;

    /**
     * Reads nothing yet.
     *
     * @param counts the probe's of that outcome, or those of its self times
     * @param startMillis since when they count
     */
    Reading(ProbeRecorder probe, Outcome outcome, Counts counts, boolean isSelf, long startMillis) {
        this.probe = probe;
        this.outcome = outcome;
        this.counts = counts;
        this.isSelf = isSelf;
        this.startMillis = startMillis;
    }

    @Override
    public Object get(Object key) {
        return switch (String.valueOf(key)) {
            case Hub.NAME -> probe.name();
            case Hub.TAGS -> probe.tags();
            case Hub.OUTCOME -> isSelf ? SELF_OUTCOMES.get(outcome.ordinal()) : outcome.label();
            case Hub.KIND -> (isSelf ? Kind.SELF : probe.kind()).label();
            case Hub.START_MILLIS -> startMillis;
            case Hub.CALLS -> new long[] {counts.count(), untimed(isSelf ? counts.inside() : null)};
            case Hub.TRACED -> traced(counts.lastTraced());
            case Hub.SLOW -> slow();
            case Hub.COST -> isSelf ? null : HubCost.picos();
            case Hub.READ_INTO -> (UnaryOperator<long[]>) this::take;
            default -> taken(String.valueOf(key));
        };
    }

    private static Object[] traced(TracedCall call) {
        return call == null ? null : new Object[] {call.trace(), call.nanos(), call.endMillis()};
    }

    private Long slow() {
        SlowRing ring = SlowRing.present();
        boolean isTold = ring != null && ring.isCounted() && counts.offersCalls();
        if (slow == null && (isTold || counts.slowCalls() > 0)) {
            slow = counts.slowCalls();
        }
        return slow;
    }

    /** Of self times, those that are not known are calls that were counted and not timed, and no part of the calls that anyone chose. */
    private Object taken(String key) {
        if (snapshot == null) {
            take(null);
        }
        return switch (key) {
            case Hub.SNAPSHOT -> snapshot;
            case Hub.UNTIMED -> untimed;
            case Hub.SHARE_CHANGES -> isSelf ? untimed : shareChanges;
            case Hub.INSIDE -> isSelf ? null : inside;
            default -> null;
        };
    }

    private long[] take(long[] arrayOrNull) {
        shareChanges = probe.shareChanges();
        snapshot = arrayOrNull == null ? counts.snapshot() : counts.snapshot(arrayOrNull);
        inside = counts.inside();
        untimed = untimed(inside);
        return snapshot;
    }

    private long untimed(long[] insideNow) {
        return isSelf ? Nesting.unknown(insideNow) : probe.untimed(outcome);
    }

    @Override
    public Set<Entry<String, Object>> entrySet() {
        Map<String, Object> all = new LinkedHashMap<>();
        for (String key : KEYS) {
            if (get(key) != null) {
                all.put(key, get(key));
            }
        }
        return all.entrySet();
    }
}
