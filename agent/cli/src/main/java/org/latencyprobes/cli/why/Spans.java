package org.latencyprobes.cli.why;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.latencyprobes.agent.protocol.slow.SingleCall;

/** Times without overlap, in order. Immutable. Times are those of {@link System#nanoTime}, far from where it wraps around. */
final class Spans {

    /**
     * A time.
     *
     * @param from its start
     * @param to its end
     */
    record Span(long from, long to) {

        static Span of(SingleCall call) {
            return new Span(call.startNanos(), call.startNanos() + call.nanos());
        }

        long nanos() {
            return to - from;
        }

        Span within(Span other) {
            return new Span(Math.max(from, other.from), Math.min(to, other.to));
        }
    }

    private final List<Span> spans;
    private final long[] ends;

    private Spans(List<Span> spans) {
        this.spans = spans;
        ends = spans.stream().mapToLong(Span::to).toArray();
    }

    /** Times that touch or overlap become one. */
    static Spans of(List<Span> any) {
        List<Span> merged = new ArrayList<>();
        for (Span next :
                any.stream().sorted(Comparator.comparingLong(Span::from)).toList()) {
            Span last = merged.isEmpty() ? null : merged.get(merged.size() - 1);
            if (last != null && next.from <= last.to) {
                merged.set(merged.size() - 1, new Span(last.from, Math.max(last.to, next.to)));
            } else {
                merged.add(next);
            }
        }
        return new Spans(merged);
    }

    List<Span> all() {
        return spans;
    }

    /** The parts of a time that are here. */
    List<Span> within(Span time) {
        int at = Arrays.binarySearch(ends, time.from);
        List<Span> parts = new ArrayList<>();
        for (int i = at < 0 ? -at - 1 : at + 1; i < ends.length && spans.get(i).from < time.to; i++) {
            parts.add(spans.get(i).within(time));
        }
        return parts;
    }

    /** The parts of a time that are not here. */
    List<Span> gapsWithin(Span time) {
        List<Span> gaps = new ArrayList<>();
        long from = time.from;
        for (Span part : within(time)) {
            if (part.from > from) {
                gaps.add(new Span(from, part.from));
            }
            from = part.to;
        }
        if (from < time.to) {
            gaps.add(new Span(from, time.to));
        }
        return gaps;
    }
}
