package org.latencyprobes.explain;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Times without overlap, in order. Immutable. */
public final class Spans {

    static final Spans NONE = new Spans(List.of());

    private final List<Span> spans;
    private final long[] ends;

    private Spans(List<Span> spans) {
        this.spans = spans;
        ends = new long[spans.size()];
        for (int i = 0; i < ends.length; i++) {
            ends[i] = spans.get(i).to();
        }
    }

    /**
     * Of times in any order.
     *
     * @param any those that touch or overlap become one
     * @return the same times
     */
    public static Spans of(List<Span> any) {
        List<Span> sorted = new ArrayList<>(any);
        sorted.sort((one, other) -> Long.compare(one.from(), other.from()));
        List<Span> merged = new ArrayList<>();
        for (Span next : sorted) {
            Span last = merged.isEmpty() ? null : merged.get(merged.size() - 1);
            if (last != null && next.from() <= last.to()) {
                merged.set(merged.size() - 1, new Span(last.from(), Math.max(last.to(), next.to())));
            } else {
                merged.add(next);
            }
        }
        return new Spans(merged);
    }

    /** {@return all of them} */
    public List<Span> all() {
        return spans;
    }

    /**
     * The parts of a time that are here.
     *
     * @param time any
     * @return in order
     */
    public List<Span> within(Span time) {
        int at = Arrays.binarySearch(ends, time.from());
        List<Span> parts = new ArrayList<>();
        for (int i = at < 0 ? -at - 1 : at + 1; i < ends.length && spans.get(i).from() < time.to(); i++) {
            parts.add(spans.get(i).within(time));
        }
        return parts;
    }

    /**
     * How much of a time is here.
     *
     * @param time any
     * @return in ns
     */
    public long nanosWithin(Span time) {
        long nanos = 0;
        for (Span part : within(time)) {
            nanos += part.nanos();
        }
        return nanos;
    }

    /** The parts of a time that are not here. */
    List<Span> gapsWithin(Span time) {
        List<Span> gaps = new ArrayList<>();
        long from = time.from();
        for (Span part : within(time)) {
            if (part.from() > from) {
                gaps.add(new Span(from, part.from()));
            }
            from = part.to();
        }
        if (from < time.to()) {
            gaps.add(new Span(from, time.to()));
        }
        return gaps;
    }
}
