package org.latencyprobes.explain;

import java.util.ArrayList;
import java.util.List;

/** What is left of a time after some of it was taken. For one thread. */
final class RemainingTime {

    private List<Span> spans;

    RemainingTime(Span all) {
        spans = List.of(all);
    }

    /** Takes what is left of some times, and returns how much that was, in ns. */
    long take(Spans times) {
        long taken = within(times);
        if (taken > 0) {
            List<Span> left = new ArrayList<>();
            spans.forEach(part -> left.addAll(times.gapsWithin(part)));
            spans = left;
        }
        return taken;
    }

    /** How much of some times is left, in ns. */
    long within(Spans times) {
        long nanos = 0;
        for (Span part : spans) {
            nanos += times.nanosWithin(part);
        }
        return nanos;
    }
}
