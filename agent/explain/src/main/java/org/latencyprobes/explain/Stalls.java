package org.latencyprobes.explain;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The stalls of some time. Its map is not to be changed.
 *
 * @param byKind those of each kind that there was
 */
public record Stalls(Map<StallKind, Spans> byKind) {

    /** None at all. */
    public static final Stalls NONE = new Stalls(Map.of());

    /**
     * Of stalls in any order.
     *
     * @param any may overlap
     * @return the same stalls
     */
    public static Stalls of(List<Stall> any) {
        if (any.isEmpty()) {
            return NONE;
        }
        Map<StallKind, List<Span>> spans = new EnumMap<>(StallKind.class);
        for (Stall stall : any) {
            spans.computeIfAbsent(stall.kind(), kind -> new ArrayList<>())
                    .add(new Span(stall.startNanos(), stall.startNanos() + stall.nanos()));
        }
        Map<StallKind, Spans> byKind = new EnumMap<>(StallKind.class);
        spans.forEach((kind, times) -> byKind.put(kind, Spans.of(times)));
        return new Stalls(byKind);
    }

    /**
     * Those of one kind.
     *
     * @param kind which
     * @return their times
     */
    public Spans of(StallKind kind) {
        return byKind.getOrDefault(kind, Spans.NONE);
    }

    /**
     * How much of a time they cover, where several kinds overlap for the first one.
     *
     * @param time any
     * @return in ns, by the ordinal of the {@link Cause}
     */
    public long[] covering(Span time) {
        long[] nanos = new long[Cause.values().length];
        RemainingTime free = new RemainingTime(time);
        for (StallKind kind : StallKind.values()) {
            nanos[Cause.of(kind).ordinal()] += free.take(of(kind));
        }
        return nanos;
    }
}
