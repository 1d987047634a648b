package org.latencyprobes.demo.common;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * The load that others put on the machine, by {@code /proc/stat}: the CPU time of all programs and of the host, less our own. The kernel's
 * work for interrupts is left out, because on loopback it is ours. Not thread-safe.
 */
public final class MachineLoad {

    /** The columns of user, nice, system and steal (not idle, iowait, irq, softirq): a CPU was in use, but not by the kernel's network. */
    private static final int[] IN_USE = {0, 1, 2, 7};

    /** The unit of CPU time: Linux reports hundredths of a second, whatever the kernel counts in. */
    private static final double TICK_SECONDS = 0.01;

    private final Path stat;
    private double beforeSeconds;
    private long startNanos;
    private double usedSeconds;
    private double elapsedSeconds;

    /** Begins. */
    public MachineLoad() {
        this(Path.of("/proc/stat"));
    }

    MachineLoad(Path stat) {
        this.stat = stat;
        begin();
    }

    /** Begins anew: drops everything up to now. */
    public void begin() {
        beforeSeconds = busySeconds();
        startNanos = System.nanoTime();
    }

    /** Ends the time to be judged. */
    public void end() {
        usedSeconds = busySeconds() - beforeSeconds;
        elapsedSeconds = (System.nanoTime() - startNanos) / 1e9;
    }

    /**
     * The number of CPUs that others used from begin to end.
     *
     * @param ownCpuNanos the CPU time of our own processes
     * @return NaN where the system does not say
     */
    public double otherCpus(long ownCpuNanos) {
        return Math.max(0, (usedSeconds - ownCpuNanos / 1e9) / elapsedSeconds);
    }

    private double busySeconds() {
        try (Stream<String> lines = Files.lines(stat)) {
            String all =
                    lines.filter(line -> line.startsWith("cpu ")).findFirst().orElseThrow();
            long[] ticks = Stream.of(all.substring(4).strip().split(" +"))
                    .mapToLong(Long::parseLong)
                    .toArray();
            double busy = 0;
            for (int column : IN_USE) {
                busy += ticks[column] * TICK_SECONDS;
            }
            return busy;
        } catch (IOException | RuntimeException e) {
            return Double.NaN;
        }
    }
}
