package org.latencyprobes.cli.tail;

import java.util.ArrayList;
import java.util.List;
import org.latencyprobes.cli.deep.Wait;
import org.latencyprobes.cli.deep.WaitKind;
import org.latencyprobes.cli.tail.Spans.Span;

/**
 * What the thread of a call waited for in the call's time, and when it only waited to go on: a wait for some time was over, and the thread did
 * not run yet. Immutable.
 */
final class ThreadWaits {

    private final List<Wait> waits;
    private final Spans late;

    /** Prepares for some waits of one thread. */
    ThreadWaits(List<Wait> waits) {
        this.waits = waits;
        List<Span> spans = new ArrayList<>();
        for (Wait wait : waits) {
            if (wait.lateNanos() > 0) {
                spans.add(new Span(wait.startNanos() + wait.nanos(), wait.endNanos()));
            }
        }
        late = Spans.of(spans);
    }

    /** When the thread neither waited any longer nor ran. */
    Spans late() {
        return late;
    }

    /** Waits claim what is free of their time. One that goes on around another one's late end does not claim that: it was none then. */
    void claim(CallSplit.Builder split) {
        for (WaitKind kind : WaitKind.values()) {
            for (Wait wait : waits) {
                if (wait.kind() == kind) {
                    Span time = new Span(wait.startNanos(), wait.startNanos() + wait.nanos());
                    late.gapsWithin(time).forEach(span -> split.claim(kind.label(), span, words(wait)));
                }
            }
        }
    }

    private static String words(Wait wait) {
        String where = wait.site().isEmpty() ? "" : "in " + wait.site();
        return wait.detail() + (wait.detail().isEmpty() || where.isEmpty() ? "" : ", ") + where;
    }
}
