package org.latencyprobes.agent.output;

import java.lang.instrument.Instrumentation;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.latencyprobes.agent.backend.Exporters;
import org.latencyprobes.agent.cause.CauseTotals;
import org.latencyprobes.agent.cause.SlowCallCauses;
import org.latencyprobes.agent.clock.Clock;
import org.latencyprobes.agent.clock.FlightRecorderClock;
import org.latencyprobes.agent.cost.Budget;
import org.latencyprobes.agent.cost.CostMeasure;
import org.latencyprobes.agent.figures.ProbeModes;
import org.latencyprobes.agent.figures.Snapshots;
import org.latencyprobes.agent.flight.FlightOutput;
import org.latencyprobes.agent.link.InPlaceCost;
import org.latencyprobes.agent.link.Linker;
import org.latencyprobes.agent.option.Options;
import org.latencyprobes.agent.protocol.state.BackendRow;
import org.latencyprobes.agent.slow.SlowCalls;
import org.latencyprobes.agent.slow.TraceLookup;
import org.latencyprobes.agent.stall.StallTimeline;
import org.latencyprobes.agent.weave.WeaveLog;
import org.latencyprobes.agent.weave.Weaving;
import org.latencyprobes.histogram.IntervalReader;
import org.latencyprobes.internal.counts.MemoryCap;

/** The outputs and samplers that the options ask for. They follow the options as these change. For one thread. */
public final class Outputs {

    private static final long LAST_STALLS_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final int PARTS = 50;

    /** Each turn costs some 60 to 100 µs of CPU, most of it cache misses: so there are few where a sampler says what is due earlier. */
    private static final long LONGEST_REST_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private static final long REST_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    /** For so long after the start, when probes take counters out of the stock, there are as many turns as without a sampler. */
    private static final long EARLY_NANOS = TimeUnit.SECONDS.toNanos(10);

    private static final long START_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final IntervalReader intervals = new IntervalReader();
    private final Linker linker;
    private final WeaveLog weaveLog;
    private Options options;
    private ReportTarget output;
    private final JitterSampling jitter;
    private final IdleWatch idle;
    private final SlowCallCauses causes;
    private final JvmConditions conditions;
    private final HistogramLogOutput log;
    private final Weaving weaving;
    private final Instrumentation instrumentation;
    private final boolean isAttached;
    private final long settledNanos;
    private final Budget budget;
    private final SlowCalls slow;
    private final long firstLookNanos = System.nanoTime() + START_NANOS;
    private FlightOutput flight; // null at first: the start of a JVM is spared both
    private TraceLookup traces;
    private Snapshots snapshots;
    private Exporters backends;
    private long nextReportNanos;
    private volatile ReportWriter report;

    /**
     * Starts nothing yet.
     *
     * @param isAttached whether the agent has come into a running JVM
     * @param settledNanos from when on the agent may touch what the application may configure
     * @param clock that calls are timed by
     * @param wake called by another thread where {@link #tend} is due before {@link #restMillis} are over
     */
    public Outputs(
            Options options,
            Linker linker,
            WeaveLog weaveLog,
            Weaving weaving,
            Instrumentation instrumentation,
            boolean isAttached,
            long settledNanos,
            Supplier<Clock> clock,
            Runnable wake) {
        this.options = options;
        this.linker = linker;
        this.weaveLog = weaveLog;
        this.weaving = weaving;
        this.instrumentation = instrumentation;
        this.isAttached = isAttached;
        this.settledNanos = settledNanos;
        output = new ReportTarget(options.report());
        slow = new SlowCalls(clock, wake);
        idle = new IdleWatch(wake);
        idle.follow(options.jitterIdleNanos());
        jitter = new JitterSampling(options, instrumentation, clock, weaving::redefinitions, slow::look, idle);
        log = new HistogramLogOutput(options);
        causes = new SlowCallCauses(jitter::stalls, InPlaceCost::nanos, jitter.threads());
        slow.listen(causes);
        conditions = new JvmConditions(weaving, linker, causes, isAttached);
        slow.listen(conditions);
        slow.follow(options.slowNanos());
        slow.followStacks(options.slowStacks());
        budget = new Budget(linker, options.budget());
        nextReportNanos = System.nanoTime() + options.intervalNanos();
    }

    /** What can't start doesn't keep the rest from it; may be called again after that. */
    public void start() {
        try {
            followBackends(true);
        } finally {
            jitter.start();
        }
    }

    /** For how long {@link #tend} need not be called, in ms. */
    public long restMillis() {
        boolean isEarly = System.nanoTime() - firstLookNanos < EARLY_NANOS;
        long rest = isEarly ? REST_NANOS : idle.isIdle() ? idleRestNanos() : callsRestNanos();
        rest = Math.min(rest, log.restNanos());
        if (options.intervalNanos() > 0) {
            rest = Math.min(rest, nextReportNanos - System.nanoTime());
        }
        return Math.max(0, TimeUnit.NANOSECONDS.toMillis(rest)) + 1;
    }

    private long callsRestNanos() {
        return jitter.isWatching() ? LONGEST_REST_NANOS : REST_NANOS;
    }

    /** Where the sampler runs, it says when calls go on. */
    private long idleRestNanos() {
        return jitter.isSampling() ? IdleWatch.SPAN_NANOS : LONGEST_REST_NANOS;
    }

    public void tend() {
        idle.tend();
        linker.noticeAbandoned();
        budget.tend();
        slow.tend();
        jitter.threads().tend(slow.isOn());
        causes.explainSettled();
        if (snapshots != null) {
            snapshots.tend();
        }
        log.writeIfDue();
        if (options.intervalNanos() > 0 && System.nanoTime() - nextReportNanos >= 0) {
            new ReportWriter(output, weaveLog, linker, jitter.stalls(), null).interval(intervals, skipped());
        }
        tendAfterStart(); // last: it meets libraries of the application and recordings of others
    }

    /** Goes on to the next interval. Returns how many have passed besides the one that is due: the JVM may have been stopped. */
    private long skipped() {
        long passed = (System.nanoTime() - nextReportNanos) / options.intervalNanos();
        nextReportNanos += (passed + 1) * options.intervalNanos();
        return passed;
    }

    private void tendAfterStart() {
        if (flight != null) {
            flight.tend();
            traces.follow(slow.isOn() ? options.trace() : TraceLookup.OFF);
            traces.tend();
            conditions.tend(jitter::compileTime);
        } else if (System.nanoTime() - firstLookNanos >= 0) {
            traces = new TraceLookup(instrumentation, weaving.work().watches());
            flight = new FlightOutput(instrumentation, weaving.work().watches(), System::nanoTime);
            causes.listen(flight::add);
        }
    }

    public void follow(Options next) {
        Options former = options;
        options = next;
        if (!next.report().equals(former.report())) {
            output = new ReportTarget(next.report());
        }
        if (next.intervalNanos() != former.intervalNanos()) {
            followInterval(former);
        }
        log.follow(next);
        followBackends(false);
        idle.follow(next.jitterIdleNanos());
        jitter.follow(next);
        slow.follow(next.slowNanos());
        slow.followStacks(next.slowStacks());
        if (next.memoryBytes() != former.memoryBytes()) {
            MemoryCap.cap(next.memoryBytes() > 0 ? next.memoryBytes() : MemoryCap.DEFAULT_CAP_BYTES);
        }
        if (!next.mode().equals(former.mode())) {
            linker.mode(null, next.mode());
            budget.restart();
        }
        linker.self(next.self());
        budget.follow(next.budget());
    }

    private void followBackends(boolean atStart) {
        if (backends != null) {
            backends.follow(options.backends());
        } else if (options.backends() != null && options.backends().isAny()) {
            backends = new Exporters(
                    options.backends(),
                    atStart && !isAttached,
                    settledNanos,
                    instrumentation,
                    weaving.work().watches());
        }
    }

    /** Why the histogram log is not written; empty where it is, or is not wanted. */
    public String logProblem() {
        return log.problem();
    }

    /** The keeper of the budget, which is to be told of modes that commands set. */
    public Budget budget() {
        return budget;
    }

    /** A row for each backend. */
    public List<BackendRow> backends() {
        return backends == null ? List.of() : backends.rows();
    }

    public void beginToEndBackends() {
        if (backends != null) {
            backends.beginToEnd();
        }
    }

    public void awaitEndOfBackends() {
        if (backends != null) {
            backends.awaitEnd();
        }
    }

    private void followInterval(Options former) {
        if (former.intervalNanos() == 0) {
            intervals.skip(); // the first report begins here
        }
        nextReportNanos = System.nanoTime() + options.intervalNanos();
    }

    public void stopJitter() {
        jitter.stop();
    }

    /** The slow calls. */
    public SlowCalls slow() {
        return slow;
    }

    /** The snapshots for those who watch. */
    public Snapshots snapshots() {
        if (snapshots == null) {
            snapshots = new Snapshots(
                    System::nanoTime,
                    () -> new ProbeModes(linker.linked(), weaving.woven()),
                    jitter::stalls,
                    slow::longest,
                    this::explained,
                    conditions);
        }
        return snapshots;
    }

    /** What looks for stalls. */
    public JitterSampling jitter() {
        return jitter;
    }

    /** The stalls found so far; null where they have never been looked for. */
    public StallTimeline stalls() {
        return jitter.stalls();
    }

    /** A reader of Flight Recorder's clock. */
    public FlightRecorderClock flightRecorderClock() {
        return new FlightRecorderClock(instrumentation);
    }

    /** How the JVM runs. */
    public JvmConditions conditions() {
        return conditions;
    }

    /** The causes of slow calls. */
    public SlowCallCauses causes() {
        return causes;
    }

    /** What can be explained of slow calls so far. */
    public CauseTotals explained() {
        slow.endPeriods();
        causes.explainSettled();
        return causes.totals();
    }

    /** Explains the last slow calls, before the final publish. They wait some ms for their stalls. */
    public void endSlowCalls() {
        slow.stop();
        long beginNanos = System.nanoTime();
        while (causes.isWaiting() && System.nanoTime() - beginNanos < LAST_STALLS_NANOS) {
            LockSupport.parkNanos(LAST_STALLS_NANOS / PARTS);
            causes.explainSettled();
        }
        causes.explainAll();
        conditions.end();
        if (flight != null) {
            flight.close();
            traces.forget();
        }
    }

    public void closeLog(boolean isExit) {
        // a health check inherits the options of its container, and is to be quiet
        log.close(isExit && (weaveLog.probes() > 0 || !output.isOff()));
    }

    public void report(CostMeasure costs) {
        if (!output.isOff()) {
            report = new ReportWriter(output, weaveLog, linker, jitter.stalls(), causes.totals());
            report.total(intervals, costs, conditions);
        }
    }

    /** From any thread: grows as long as the last log lines and the report are being written. */
    public long progress() {
        ReportWriter present = report;
        return log.progress() + (present == null ? 0 : present.progress());
    }
}
