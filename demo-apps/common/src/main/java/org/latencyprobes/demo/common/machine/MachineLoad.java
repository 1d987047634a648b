package org.latencyprobes.demo.common.machine;

import java.io.IOException;
import java.nio.file.Path;

/**
 * The load that others put on the machine: the CPU time of all programs and what the host took, less our own. Where control groups count CPU
 * time it is exact. Not thread-safe.
 */
public final class MachineLoad {

    /** Two steps of the count of what the host took: one step may be all but nothing. */
    private static final double STEAL_SECONDS = 2 * MachineCpuTime.TICK_SECONDS;

    /** Ticks find a CPU in use by whatever runs at that moment. So they miss others' work, or see too much, by as much as this. */
    private static final double TICKS_CPUS = 0.15;

    private final MachineCpuTime time;
    private double beforeSeconds;
    private long startNanos;
    private double usedSeconds;
    private double elapsedSeconds;

    /** Begins. */
    public MachineLoad() {
        this(Path.of("/proc"), Path.of("/sys/fs/cgroup"));
    }

    MachineLoad(Path proc, Path groups) {
        time = new MachineCpuTime(proc, groups);
        begin();
    }

    /** Begins anew: drops everything up to now. */
    public void begin() {
        beforeSeconds = seconds();
        startNanos = System.nanoTime();
    }

    /** Ends the time to be judged. */
    public void end() {
        usedSeconds = seconds() - beforeSeconds;
        elapsedSeconds = (System.nanoTime() - startNanos) / 1e9;
    }

    /**
     * What others used from begin to end.
     *
     * @param ownCpuNanos the CPU time of our own processes
     */
    public OtherCpus others(long ownCpuNanos) {
        return new OtherCpus(
                otherCpus(ownCpuNanos), Math.max(STEAL_SECONDS / elapsedSeconds, time.isExact() ? 0 : TICKS_CPUS));
    }

    /** The number of CPUs that others used from begin to end; NaN where the system does not say. */
    public double otherCpus(long ownCpuNanos) {
        return Math.max(0, (usedSeconds - ownCpuNanos / 1e9) / elapsedSeconds);
    }

    private double seconds() {
        try {
            return time.seconds();
        } catch (IOException | RuntimeException e) {
            return Double.NaN;
        }
    }
}
