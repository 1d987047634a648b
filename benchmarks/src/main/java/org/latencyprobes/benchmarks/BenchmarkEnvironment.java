package org.latencyprobes.benchmarks;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import org.latencyprobes.jitter.ClockCheck;

/**
 * The machine and the time of a measurement.
 *
 * @param system operating system and processor
 * @param clock what reading it costs
 * @param loadAverage of the last minute before, or negative where that is not known
 * @param date of the start, UTC
 */
record BenchmarkEnvironment(String system, ClockCheck clock, double loadAverage, LocalDate date) {

    /** The load average from which other programs take enough of a machine to spoil the figures. */
    private static final double BUSY = 0.5;

    private static final Path CPU_INFO = Path.of("/proc/cpuinfo");
    private static final String MODEL = "model name";

    static BenchmarkEnvironment now() {
        return new BenchmarkEnvironment(
                processor() + ", " + Runtime.getRuntime().availableProcessors() + " CPUs, "
                        + System.getProperty("os.name") + " " + System.getProperty("os.version") + " "
                        + System.getProperty("os.arch"),
                ClockCheck.run(),
                ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage(),
                LocalDate.now(ZoneOffset.UTC));
    }

    private static String processor() {
        try {
            return Files.readAllLines(CPU_INFO).stream()
                    .filter(line -> line.startsWith(MODEL))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse("unknown processor");
        } catch (IOException notLinux) {
            return "unknown processor";
        }
    }

    @Override
    public String toString() {
        return system + "; clock " + clock.source() + ", one reading " + RoundValues.number(clock.readNanos(), 1)
                + " ns; load average before " + (loadAverage < 0 ? "unknown" : RoundValues.number(loadAverage, 2))
                + (isBusy() ? " (OTHER PROGRAMS WERE RUNNING: not to be trusted)" : "");
    }

    boolean isBusy() {
        return loadAverage >= BUSY;
    }
}
