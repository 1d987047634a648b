package org.latencyprobes.cli.why;

import java.util.ArrayList;
import java.util.List;
import org.latencyprobes.cli.why.Spans.Span;
import org.latencyprobes.cli.why.recording.Wait;
import org.latencyprobes.cli.why.recording.WaitKind;

/**
 * What the thread of a call waited for in the call's time. Where it had asked to wait for some time only, the rest is told apart: that time
 * was over, and the thread did not run yet. Immutable.
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

    /** Has each wait claim its time, as far as that is free and no other wait of the thread was late then. */
    void claim(CallSplit.Builder split) {
        for (WaitKind kind : WaitKind.values()) {
            for (Wait wait : waits) {
                if (wait.kind() == kind) {
                    Span time = new Span(wait.startNanos(), wait.startNanos() + wait.nanos());
                    late.gapsWithin(time).forEach(span -> split.claim(kind.cause(), span, words(wait)));
                }
            }
        }
    }

    private static String words(Wait wait) {
        String where = wait.site().isEmpty() ? "" : "in " + wait.site();
        return wait.detail() + (wait.detail().isEmpty() || where.isEmpty() ? "" : ", ") + where;
    }
}
