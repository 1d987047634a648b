package org.latencyprobes.demo.fix.comparison;

import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.latencyprobes.analysis.statistics.TailSamples;
import org.latencyprobes.demo.common.figures.Level;
import org.latencyprobes.demo.fix.measure.MeasurementResult;
import org.latencyprobes.demo.fix.measure.RunFigures;
import org.latencyprobes.demo.fix.measure.Timing;

/**
 * The figures of one JVM, which count once however many runs it made: all its whole runs together.
 *
 * @param timing of all messages: from when they were due, but of Latency2 from when they were sent
 */
public record JvmFigures(MeasurementSpec spec, MeasurementResult result, Timing timing) {

    /** The share of the rate below which it counts as not held. */
    private static final double HELD = 0.97;

    static JvmFigures of(MeasurementSpec spec, MeasurementResult result) {
        Function<RunFigures, Timing> timing =
                spec.cell().scenario() == Scenario.LATENCY2 ? RunFigures::roundTrip : RunFigures::endToEnd;
        return new JvmFigures(
                spec, result, Timing.pooled(result.runs().stream().map(timing).toList()));
    }

    /** All whole runs. */
    public List<RunFigures> runs() {
        return result.runs();
    }

    /** The messages that were measured. */
    public long count() {
        return timing.distribution().count();
    }

    public double micros(Level level) {
        return timing.distribution().nanos(level) / 1_000;
    }

    public double meanMicros() {
        return timing.meanNanos() / 1_000;
    }

    /** Whether enough messages lie beyond a level to print it. The longest one is printed as what it is. */
    public boolean isPrintable(Level level) {
        return level == Level.MAX || new TailSamples(level.percentile(), count()).isPrintable();
    }

    /** Whether enough messages lie beyond a level to judge by it. */
    public boolean isJudgeable(Level level) {
        return level != Level.MAX && new TailSamples(level.percentile(), count()).isJudgeable();
    }

    public double sum(ToDoubleFunction<RunFigures> figure) {
        return runs().stream().mapToDouble(figure).sum();
    }

    /** The mean over the messages of all runs, to be compared with a sum of other such means. */
    public double meanMicros(Function<RunFigures, Timing> which) {
        return Timing.pooled(runs().stream().map(which).toList()).meanNanos() / 1_000;
    }

    public double bytesPerMessage() {
        return sum(run -> run.usage().allocatedBytes()) / count();
    }

    public double perSecond() {
        return count() / sum(RunFigures::seconds);
    }

    /**
     * Whether a statistic is that of a queue: the rate is not held, or it is above the capacity and more orders are under way than while that was
     * measured. How many are under way follows from the rate and how long they take (Little 1961).
     */
    public boolean isSaturated(Statistic statistic) {
        double underWay = spec.cell().rate() * statistic.micros(this) / 1e6;
        return !isHeld()
                || isScheduleKept()
                        && result.capacity() > 0
                        && result.capacity() < spec.cell().rate()
                        && underWay > MeasurementResult.CAPACITY_UNANSWERED;
    }

    /** Whether as many were answered as the rate says. JLBH's own loop forgets by how much it is late, and says nothing of the engine. */
    public boolean isHeld() {
        return !isScheduleKept() || perSecond() >= HELD * spec.cell().rate();
    }

    private boolean isScheduleKept() {
        return spec.workload().accountsForOmission();
    }

    /** The most CPUs that others used during one of the runs. */
    public double otherCpus() {
        return runs().stream().mapToDouble(run -> run.others().cpus()).max().orElse(Double.NaN);
    }

    /** Whether others used so much of the machine in a run that a statistic may show it, and more than noise. */
    public boolean isDisturbed(Statistic statistic) {
        return runs().stream().anyMatch(run -> run.others().isAtLeast(statistic.disturbingCpus()));
    }

    /** The time for which compilers worked during the runs. */
    public double compileMillis() {
        return sum(run -> run.usage().compileMillis());
    }
}
