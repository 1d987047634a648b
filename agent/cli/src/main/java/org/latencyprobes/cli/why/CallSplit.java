package org.latencyprobes.cli.why;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.latencyprobes.agent.protocol.slow.SingleCall;
import org.latencyprobes.cli.why.Spans.Span;

/**
 * The time of a call, split by causes: each nanosecond counts once, for the first cause that claims it. For one thread.
 *
 * @param call the call
 * @param nanos ns by cause, in the order in which they claimed; causes without any are left out
 * @param details for each cause, ns by what is known of it in words
 */
record CallSplit(SingleCall call, Map<String, Long> nanos, Map<String, Map<String, Long>> details) {

    /** A split of a call of which nothing is claimed yet. */
    static final class Builder {

        private final SingleCall call;
        private final Map<String, Long> nanos = new LinkedHashMap<>();
        private final Map<String, Map<String, Long>> details = new LinkedHashMap<>();
        private List<Span> free;
        private long freeNanos;

        Builder(SingleCall call) {
            this(call, Span.of(call));
        }

        /** As if the call had been at another time. */
        Builder(SingleCall call, Span span) {
            this.call = call;
            free = List.of(span);
            freeNanos = span.nanos();
        }

        /** A cause claims what is free of some times. */
        Builder claim(String cause, Spans times) {
            long claimed = 0;
            List<Span> left = new ArrayList<>();
            for (Span part : free) {
                claimed += times.within(part).stream().mapToLong(Span::nanos).sum();
                left.addAll(times.gapsWithin(part));
            }
            free = left;
            return count(cause, Math.min(freeNanos, claimed)); // some of it may be taken, wherever that was
        }

        /** The same of one time, of which something is known in words. */
        Builder claim(String cause, Span time, String detail) {
            long before = freeNanos;
            claim(cause, Spans.of(List.of(time)));
            if (before > freeNanos) {
                detail(cause, detail, before - freeNanos);
            }
            return this;
        }

        void detail(String cause, String detail, long weight) {
            if (!detail.isEmpty() && weight > 0) {
                details.computeIfAbsent(cause, any -> new LinkedHashMap<>()).merge(detail, weight, Long::sum);
            }
        }

        /** What a cause has claimed. */
        long claimed(String cause) {
            return nanos.getOrDefault(cause, 0L);
        }

        /** How much of some times is free, in ns, as far as claims have a place. */
        long freeWithin(Spans times) {
            return free.stream()
                    .flatMap(part -> times.within(part).stream())
                    .mapToLong(Span::nanos)
                    .sum();
        }

        /** A cause claims some of what is free, wherever it is. */
        Builder claim(String cause, long most) {
            return count(cause, Math.min(freeNanos, most));
        }

        private Builder count(String cause, long claimed) {
            if (claimed > 0) {
                nanos.merge(cause, claimed, Long::sum);
                freeNanos -= claimed;
            }
            return this;
        }

        /** All that is still free has this cause. */
        CallSplit rest(String cause) {
            count(cause, freeNanos);
            return new CallSplit(call, nanos, details);
        }
    }

    /** The cause of most of the time. */
    String mainCause() {
        return nanos.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .orElse("");
    }
}
