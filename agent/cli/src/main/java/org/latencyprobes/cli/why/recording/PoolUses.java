package org.latencyprobes.cli.why.recording;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.latencyprobes.explain.Holder;
import org.latencyprobes.explain.Span;
import org.latencyprobes.explain.Spans;
import org.latencyprobes.explain.Wait;

/** The times in which threads were seen to use connections of one library's pools. Filled by its reader, then not changed. */
final class PoolUses {

    /** No use is longer: so those of a time are found by their start. */
    private static final long LONGEST_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** Who used one for less of a wait is not named: where each call has a thread of its own, there may be thousands. */
    private static final double LEAST = 0.01;

    private final List<Use> uses = new ArrayList<>();

    /** Of no length where only a look at a running thread tells it. */
    private record Use(Holder user, Span time) {

        /** What it stands for; of a look as much as lies between two. */
        Span within(Wait wait, long lookNanos) {
            long around = time.nanos() == 0 ? lookNanos / 2 : 0;
            return wait.span().within(new Span(time.from() - around, time.to() + around));
        }

        long fromNanos() {
            return time.from();
        }
    }

    void add(Holder user, Span time) {
        long from = time.from();
        while (time.to() - from > LONGEST_NANOS) {
            uses.add(new Use(user, new Span(from, from + LONGEST_NANOS)));
            from += LONGEST_NANOS;
        }
        uses.add(new Use(user, new Span(from, time.to())));
    }

    void sort() {
        uses.sort(Comparator.comparingLong(Use::fromNanos));
    }

    /** A wait by who was seen using a connection meanwhile. Those who did at the same time share it. */
    List<Wait> parts(Wait wait, long lookNanos) {
        Map<Holder, Long> byUser = new LinkedHashMap<>();
        List<Span> seen = new ArrayList<>();
        int from = DeepTimeline.before(uses, Use::fromNanos, wait.startNanos() - LONGEST_NANOS);
        int to = DeepTimeline.before(uses, Use::fromNanos, wait.startNanos() + wait.nanos());
        for (Use use : uses.subList(from, Math.max(from, to))) {
            if (use.time.to() >= wait.startNanos() && use.user.threadId() != wait.threadId()) {
                Span within = use.within(wait, lookNanos);
                byUser.merge(use.user, within.nanos(), Long::sum);
                seen.add(within);
            }
        }
        long sum = byUser.values().stream().mapToLong(Long::longValue).sum();
        double each = (double) Spans.of(seen).nanosWithin(wait.span()) / Math.max(1, sum);
        Map<Holder, Long> told = new LinkedHashMap<>();
        byUser.forEach((user, nanos) -> told.merge(
                nanos < LEAST * wait.nanos() ? new Holder("", -1, user.place()) : user,
                Math.round(each * nanos),
                Long::sum));
        List<Wait> parts = new ArrayList<>();
        long at = wait.startNanos();
        for (Map.Entry<Holder, Long> one : told.entrySet()) {
            parts.add(wait.part(at, one.getValue(), 0, one.getKey()));
            at += one.getValue();
        }
        parts.add(wait.part(at, Math.max(0, wait.startNanos() + wait.nanos() - at), wait.lateNanos(), Holder.NONE));
        return parts;
    }
}
