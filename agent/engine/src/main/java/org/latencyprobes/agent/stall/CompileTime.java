package org.latencyprobes.agent.stall;

import java.lang.instrument.Instrumentation;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.latencyprobes.agent.base.OpenFiles;

/**
 * The time that the JIT compilers took since the JVM's start, as they count it: elapsed time, summed over their threads, each compilation when
 * it has ended. For one thread. Reading allocates nothing.
 *
 * @param source its name, for people
 * @param totalOrNull gives the time since the JVM's start, in ns; null where it is not known
 * @param beginNanos since when it is looked at, as {@link System#nanoTime()} counts
 * @param nanosAtBegin what it was then, in ns
 */
public record CompileTime(String source, LongSupplier totalOrNull, long beginNanos, long nanosAtBegin) {

    private static final CompileTime UNKNOWN = new CompileTime("not known", null, System.nanoTime(), 0);

    /**
     * Opens what this JVM has: its performance counter, else the compilers' MXBean.
     *
     * @param instrumentation shows the JVM's counters to the agent
     * @param stallsOrNull may have opened the counters before
     * @return one that knows nothing where the JVM shows nothing
     */
    public static CompileTime open(Instrumentation instrumentation, StallSampler stallsOrNull) {
        PerfCounters opened = stallsOrNull == null ? null : stallsOrNull.opened();
        PerfCounters perf = opened != null ? opened : PerfCounters.open(instrumentation);
        if (perf != null && perf.compileNanos() >= 0) {
            return new CompileTime("JVM counters", perf::compileNanos, perf.openedNanos(), perf.compileNanosAtOpen());
        }
        try {
            CompileTime ofBean = ofBean();
            return ofBean == null ? UNKNOWN : ofBean;
        } catch (LinkageError | RuntimeException noManagement) {
            return UNKNOWN;
        }
    }

    private static CompileTime ofBean() {
        OpenFiles.requireFreeForBeans();
        CompilationMXBean bean = ManagementFactory.getCompilationMXBean();
        if (bean == null || !bean.isCompilationTimeMonitoringSupported()) {
            return null;
        }
        LongSupplier total = () -> TimeUnit.MILLISECONDS.toNanos(bean.getTotalCompilationTime());
        return new CompileTime("compilers' bean", total, System.nanoTime(), total.getAsLong());
    }

    /**
     * The time so far.
     *
     * @return in ns
     */
    public long nanos() {
        return totalOrNull == null ? nanosAtBegin : totalOrNull.getAsLong();
    }
}
