package org.latencyprobes.benchmarks;

import java.lang.management.ManagementFactory;
import java.time.LocalDate;
import java.time.ZoneOffset;
import org.latencyprobes.analysis.page.Processor;
import org.latencyprobes.benchmarks.trial.RoundValues;
import org.latencyprobes.internal.jitter.ClockQuality;

/**
 * The machine and the time of a measurement.
 *
 * @param system operating system and processor
 * @param clock which the kernel reads
 * @param loadAverage of the last minute before, or negative where that is not known
 * @param date of the start, UTC
 */
record BenchmarkEnvironment(String system, ClockQuality clock, double loadAverage, LocalDate date) {

    /** The load average from which other programs take enough of a machine to spoil the figures. */
    private static final double BUSY = 0.5;

    /** The CPUs that other programs kept busy while measuring, on average, from which they do the same. */
    private static final double BUSY_CPUS = 0.1;

    private static final String NOT_TO_BE_TRUSTED = " (OTHER PROGRAMS WERE RUNNING: not to be trusted)";

    static BenchmarkEnvironment now() {
        return new BenchmarkEnvironment(
                Processor.name() + ", " + Runtime.getRuntime().availableProcessors() + " CPUs, "
                        + System.getProperty("os.name") + " " + System.getProperty("os.version") + " "
                        + System.getProperty("os.arch"),
                ClockQuality.measured(),
                ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage(),
                LocalDate.now(ZoneOffset.UTC));
    }

    @Override
    public String toString() {
        return system + "; the kernel's clock " + clock.source() + "; load average before "
                + (loadAverage < 0 ? "unknown" : RoundValues.number(loadAverage, 2));
    }

    /** Says how busy other programs were while measuring. Where that is unknown, the load average before decides. */
    String during(double otherCpus) {
        return Double.isNaN(otherCpus)
                ? "other programs: unknown" + (isBusy() ? NOT_TO_BE_TRUSTED : "")
                : "other programs took " + RoundValues.number(otherCpus, 2) + " CPUs meanwhile"
                        + (otherCpus >= BUSY_CPUS ? NOT_TO_BE_TRUSTED : "");
    }

    boolean isBusy() {
        return loadAverage >= BUSY;
    }
}
