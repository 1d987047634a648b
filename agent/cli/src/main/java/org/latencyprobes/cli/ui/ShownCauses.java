package org.latencyprobes.cli.ui;

import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;
import org.latencyprobes.agent.cause.PercentileBand;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.ExitCode;
import org.latencyprobes.agent.protocol.Request;
import org.latencyprobes.agent.protocol.slow.CauseShare;
import org.latencyprobes.cli.jvm.UnreachableException;
import org.latencyprobes.cli.live.LiveFeed;
import org.latencyprobes.cli.live.RowKey;

/** The causes of a JVM's slow calls, which it is asked for only while a page shows some. One thread asks, any may show. */
final class ShownCauses {

    /** The agent knows more of them this often. */
    private static final long ASK_NANOS = Duration.ofSeconds(5).toNanos();

    /** A page that is open shows them once a second. */
    private static final long SHOWN_NANOS = Duration.ofSeconds(15).toNanos();

    private final LiveFeed.Agent agent;
    private final LongSupplier nanoTime;
    private long askedNanos;
    private volatile long shownNanos;
    private volatile List<CauseShare> causes = List.of();

    /** Asks for none yet, on a clock like {@link System#nanoTime}. */
    ShownCauses(LiveFeed.Agent agent, LongSupplier nanoTime) {
        this.agent = agent;
        this.nanoTime = nanoTime;
        askedNanos = nanoTime.getAsLong() - ASK_NANOS;
        shownNanos = nanoTime.getAsLong() - SHOWN_NANOS;
    }

    /** Those of a series, of calls from p99 on. */
    List<CauseShare> of(RowKey key) {
        shownNanos = nanoTime.getAsLong();
        return causes.stream()
                .filter(cause -> key.isCalls()
                        && cause.band().equals(PercentileBand.ALL.label())
                        && cause.probe().equals(key.probe())
                        && cause.tags().equals(key.tags()))
                .toList();
    }

    /** To be called now and then. Those of before stay where the JVM does not answer: what asks for snapshots says so. */
    void tend() {
        long nowNanos = nanoTime.getAsLong();
        if (nowNanos - askedNanos < ASK_NANOS || nowNanos - shownNanos >= SHOWN_NANOS) {
            return;
        }
        askedNanos = nowNanos;
        try {
            Answer answer = agent.ask(new Request.Report(null, null, true, false));
            if (answer.exitCode() == ExitCode.OK) {
                causes = answer.all(CauseShare.TABLE, CauseShare.class);
            }
        } catch (UnreachableException | RuntimeException noAnswer) {
            return;
        }
    }

    /** Another JVM is asked from now on. */
    void forget() {
        causes = List.of();
    }
}
