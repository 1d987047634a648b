package org.latencyprobes.agent.output;

import java.util.List;
import java.util.function.Supplier;
import org.latencyprobes.agent.cause.DisturbedCalls;
import org.latencyprobes.agent.cause.SlowCallCauses;
import org.latencyprobes.agent.disturbance.DisturbanceWatch;
import org.latencyprobes.agent.figures.CarriersTable;
import org.latencyprobes.agent.figures.Conditions;
import org.latencyprobes.agent.figures.DisturbancesTable;
import org.latencyprobes.agent.inflight.StuckCalls;
import org.latencyprobes.agent.link.InPlaceCost;
import org.latencyprobes.agent.link.Linker;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.scheduler.QueueCounts;
import org.latencyprobes.agent.scheduler.SchedulerWatch;
import org.latencyprobes.agent.slow.SlowCalls;
import org.latencyprobes.agent.slow.WeightedCall;
import org.latencyprobes.agent.stall.CompileTime;
import org.latencyprobes.agent.weave.Weaving;
import org.latencyprobes.explain.Disturbance;
import org.latencyprobes.histogram.Interval;
import org.latencyprobes.internal.counts.OpenCalls;

/**
 * What is known of how the JVM runs: disturbances, which slow calls came in them, and the queue of virtual threads. It looks from the agent's
 * second second on, so that a start is spared it, and then tells of the first one too. For one thread.
 */
public final class JvmConditions implements Conditions, SlowCalls.Listener {

    private static final boolean HAS_SCHEDULER =
            Runtime.version().feature() >= SchedulerWatch.FIRST_JAVA; // else not even the class is loaded

    private final Weaving weaving;
    private final Linker linker;
    private final SlowCallCauses causes;
    private final boolean isAttached;
    private final StuckCalls stuck;
    private final CountedSince countedSince;
    private final long beginNanos = System.nanoTime();
    private final long redefinitionsAtBegin;
    private DisturbedCalls disturbed;
    private DisturbanceWatch disturbances;
    private SchedulerWatch scheduler;

    JvmConditions(Weaving weaving, Linker linker, SlowCallCauses causes, boolean isAttached) {
        this.weaving = weaving;
        this.linker = linker;
        this.causes = causes;
        this.isAttached = isAttached;
        stuck = new StuckCalls(weaving, linker);
        countedSince = new CountedSince(weaving.firstWoven());
        redefinitionsAtBegin = weaving.redefinitions();
    }

    /** Calls that the causes have been given too. */
    @Override
    public void weighted(List<WeightedCall> calls) {
        disturbed = disturbed == null ? new DisturbedCalls(causes) : disturbed;
        disturbed.add(calls, disturbances);
    }

    /** To be called often, once the agent has been there for a second. */
    void tend(Supplier<CompileTime> compilers) {
        if (disturbances == null) {
            DisturbanceWatch.Begin begin = new DisturbanceWatch.Begin(beginNanos, isAttached, redefinitionsAtBegin, 0);
            disturbances = new DisturbanceWatch(begin, weaving::redefinitions, linker::switches, compilers.get());
        }
        disturbances.look(System.nanoTime());
        tellDisturbed();
        if (scheduler != null) {
            scheduler.tend();
        } else if (HAS_SCHEDULER && OpenCalls.hasVirtualThreads()) {
            scheduler = new SchedulerWatch();
        }
    }

    private void tellDisturbed() {
        if (disturbed != null) {
            disturbed.tellSettled(disturbances);
        }
    }

    /** The JVM ends, and all calls have been explained. */
    void end() {
        if (disturbances != null) {
            disturbances.end(System.nanoTime());
            tellDisturbed();
        }
    }

    @Override
    public List<String> notReturned() {
        return stuck.sentences();
    }

    /** The same at the end of the JVM. */
    List<String> notReturnedAtEnd() {
        return stuck.lastSentences();
    }

    @Override
    public Interval sinceWoven(Interval total) {
        return countedSince.of(total);
    }

    @Override
    public Mark mark() {
        return new Mark(System.nanoTime(), scheduled(), InPlaceCost.mark());
    }

    /** Null where there are no samples. */
    private QueueCounts scheduled() {
        return scheduler == null ? null : scheduler.counts();
    }

    @Override
    public Answer add(Answer answer, Mark sinceOrNull) {
        long since = since(sinceOrNull);
        long knownFrom = disturbances == null ? since : disturbances.timeline().knownFrom(since);
        DisturbancesTable.add(answer, disturbances(since), System.nanoTime() - knownFrom);
        QueueCounts counts = scheduled();
        return counts == null || sinceOrNull == null
                ? CarriersTable.add(answer, counts)
                : CarriersTable.add(answer, counts.minus(sinceOrNull.scheduled()));
    }

    /** Adds the single disturbances too. */
    public Answer addSingle(Answer answer, Mark since) {
        return DisturbancesTable.addSingle(add(answer, since), disturbances(since.nanos()));
    }

    private long since(Mark sinceOrNull) {
        return sinceOrNull == null ? beginNanos : sinceOrNull.nanos();
    }

    private List<Disturbance> disturbances(long sinceNanos) {
        return disturbances == null ? List.of() : disturbances.timeline().between(sinceNanos, System.nanoTime());
    }

    /** Adds what is known of virtual threads since the start. */
    public void carriers(Answer answer) {
        CarriersTable.add(answer, scheduled());
    }

    /** Null where they are not looked for. */
    public DisturbanceWatch disturbances() {
        return disturbances;
    }
}
