package org.latencyprobes.cli.live;

import java.util.ArrayDeque;
import java.util.Deque;
import org.latencyprobes.agent.protocol.slow.SlowCauses;

/** What the slow calls of one probe were slow for, over the last ten minutes. For one thread. */
final class LiveCauses {

    private final Deque<Part> parts = new ArrayDeque<>();
    private Sum last;

    /** The calls that were explained in an interval. */
    private record Part(LiveInterval interval, long calls, CauseParts parts) {}

    /**
     * What slow calls were slow for.
     *
     * @param calls how many
     * @param parts their time by cause
     */
    record Sum(long calls, CauseParts parts) {

        static final Sum NONE = new Sum(0, CauseParts.NONE);

        /** The main cause; empty where there was no slow call. */
        String main() {
            return calls == 0 ? "" : parts.main();
        }
    }

    /** Takes the present sums; the first of a watch are all from before. */
    void add(LiveInterval intervalOrNull, SlowCauses row) {
        Sum now = new Sum(row.calls(), CauseParts.of(row.parts()));
        boolean isAnew = last == null || now.calls() < last.calls();
        if (intervalOrNull != null) {
            parts.add(new Part(
                    intervalOrNull,
                    now.calls() - (isAnew ? 0 : last.calls()),
                    isAnew ? now.parts() : now.parts().plus(last.parts(), -1)));
        }
        last = now;
    }

    void forget(long oldestNanos) {
        while (!parts.isEmpty() && parts.peek().interval().toNanos() - oldestNanos <= 0) {
            parts.remove();
        }
    }

    Sum total() {
        return last;
    }

    Sum since(long fromNanos) {
        Sum sum = Sum.NONE;
        for (Part part : parts) {
            if (part.interval().toNanos() - fromNanos > 0) {
                sum = new Sum(sum.calls() + part.calls(), sum.parts().plus(part.parts(), 1));
            }
        }
        return sum;
    }
}
