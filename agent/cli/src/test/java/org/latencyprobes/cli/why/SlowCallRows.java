package org.latencyprobes.cli.why;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.latencyprobes.agent.protocol.codec.Texts;
import org.latencyprobes.agent.protocol.codec.UtcTime;
import org.latencyprobes.agent.protocol.slow.CauseShare;
import org.latencyprobes.agent.protocol.slow.SingleCall;
import org.latencyprobes.explain.HeldWait;
import org.latencyprobes.explain.Split;
import org.latencyprobes.explain.ThreadTime;

/** Slow calls and their causes as an agent would tell them. */
public final class SlowCallRows {

    private SlowCallRows() {}

    /** A cause of 20 calls from p99 on, of which 9 were looked at. */
    public static CauseShare share(
            String probe, Map<String, String> tags, String cause, long calls, double percent, double chancePercent) {
        return new CauseShare(
                probe,
                tags,
                "from p99",
                1,
                20,
                9,
                7,
                0,
                cause,
                calls,
                percent,
                percent,
                percent,
                percent,
                percent,
                percent,
                chancePercent,
                0,
                Map.of());
    }

    /** A successful call on a thread of a name. Its causes are in ns. */
    public static SingleCall of(
            String probe, long startNanos, long nanos, long threadId, String thread, Map<String, Long> causes) {
        return of(probe, Map.of(), startNanos, nanos, threadId, thread, "", 0, null, causes, List.of());
    }

    /** The same, with a number of calls inside, or −1, and what its thread did. */
    public static SingleCall of(
            String probe,
            long startNanos,
            long nanos,
            long threadId,
            long inside,
            ThreadTime ofThread,
            Map<String, Long> causes) {
        String thread = "exec-" + threadId;
        return of(probe, Map.of(), startNanos, nanos, threadId, thread, "", inside, ofThread, causes, List.of());
    }

    /** One of which all is known. */
    public static SingleCall of(
            String probe,
            Map<String, String> tags,
            long startNanos,
            long nanos,
            long threadId,
            String thread,
            String trace,
            long inside,
            ThreadTime ofThread,
            Map<String, Long> causes,
            List<String> stack,
            HeldWait... holdings) {
        Map<String, Double> parts = new LinkedHashMap<>();
        causes.forEach((cause, part) -> parts.put(cause, part / 1e3));
        return new SingleCall(
                probe,
                tags,
                "ok",
                UtcTime.ofMilli(startNanos / 1_000_000),
                nanos / 1e3,
                parts.isEmpty()
                        ? SingleCall.NOT_EXPLAINED
                        : Split.main(cause -> parts.getOrDefault(cause.label(), 0.0))
                                .label(),
                inside < 0 ? null : inside,
                Double.NaN,
                trace,
                Texts.thread(thread, threadId),
                threadId < 0 ? null : threadId,
                parts,
                startNanos / 1_000_000,
                startNanos,
                ofThread,
                stack,
                true,
                thread.isEmpty() || thread.startsWith("v-"),
                Map.of(),
                List.of(holdings));
    }
}
