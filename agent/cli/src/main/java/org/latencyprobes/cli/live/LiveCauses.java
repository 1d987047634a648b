package org.latencyprobes.cli.live;

import java.util.ArrayDeque;
import java.util.Deque;
import org.latencyprobes.agent.protocol.slow.SlowCauses;

/** What the slow calls of one probe were slow for, over the last ten minutes. For one thread. */
final class LiveCauses {

    private final Deque<Part> parts = new ArrayDeque<>();
    private CauseParts total = CauseParts.NONE;
    private long calls;

    /** What the calls were slow for that were explained in an interval. */
    private record Part(LiveInterval interval, CauseParts parts) {}

    /** Takes the present sums; the first of a watch are all from before. Fewer calls than before are of sums that were begun anew. */
    void add(LiveInterval intervalOrNull, SlowCauses row) {
        CauseParts now = CauseParts.of(row.parts());
        if (intervalOrNull != null) {
            parts.add(new Part(intervalOrNull, row.calls() < calls ? now : now.plus(total, -1)));
        }
        total = now;
        calls = row.calls();
    }

    void forget(long oldestNanos) {
        while (!parts.isEmpty() && parts.peek().interval().toNanos() - oldestNanos <= 0) {
            parts.remove();
        }
    }

    CauseParts total() {
        return total;
    }

    CauseParts since(long fromNanos) {
        CauseParts sum = CauseParts.NONE;
        for (Part part : parts) {
            if (part.interval().toNanos() - fromNanos > 0) {
                sum = sum.plus(part.parts(), 1);
            }
        }
        return sum;
    }
}
