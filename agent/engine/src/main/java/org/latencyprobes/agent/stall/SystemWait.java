package org.latencyprobes.agent.stall;

import org.latencyprobes.agent.base.ProcFile;
import org.latencyprobes.explain.StallKind;

/** What the system's counters say of one window. {@link ProcFile#UNKNOWN} stands for what can't be read. Mutable, for one thread. */
final class SystemWait {

    /** If the sampler runs for so much longer than as a rule, it does something for the first time. */
    private static final long MOST_UNUSUAL_NANOS = 100_000;

    /** Whether the sampler's thread was between two sleeps. */
    boolean isAwake;

    /** Whether the agent was new then, or classes had just been redefined. */
    boolean isUnsteady;

    /** When the sampler's thread read its own counters, the next three. */
    long readNanos;

    /** For how long the sampler's thread was ready to run and did not, in ns. */
    long runDelayNanos = ProcFile.UNKNOWN;

    /** For how long the sampler's thread ran itself, in ns. */
    long ranNanos = ProcFile.UNKNOWN;

    /** How much of that is above what it runs as a rule, in ns. */
    long unusualNanos;

    /** How often the sampler's thread was given a CPU besides once for each sleep. */
    long extraRuns = ProcFile.UNKNOWN;

    /**
     * How often the first thread of the process was given a CPU. In a JVM that the command {@code java} started it waits for the JVM's end. A stop
     * wakes it, and so does {@code SIGQUIT}. {@link ProcFile#UNKNOWN} also where it does not rest.
     */
    long firstRuns = ProcFile.UNKNOWN;

    /** For how long the control groups were throttled, in ns, all levels and CPUs added up. */
    long throttledNanos = ProcFile.UNKNOWN;

    /** What the hypervisor took of all CPUs, in ns, in steps of 10 ms. */
    long stealNanos = ProcFile.UNKNOWN;

    /**
     * What looks from within like a wait for a CPU, or like nothing at all; null where it is neither of these.
     *
     * @param nanos the length of what is looked at
     * @param share the part of the window's waits that belongs to it
     */
    StallKind commonKind(long nanos, double share) {
        long half = nanos / 2;
        if (throttledNanos > 0 && share * throttledNanos >= half) {
            return StallKind.THROTTLED;
        }
        boolean isHost = stealNanos >= SystemCounters.STEAL_STEP_NANOS && share * stealNanos >= half;
        return isHost && !isStopSeen() ? StallKind.HOST : null;
    }

    /** A stop gives each thread of the process a CPU once more; the hypervisor, or who holds one thread, does not. */
    private boolean isStopSeen() {
        return extraRuns > 0 && firstRuns > 0;
    }

    /**
     * The kind of a stall in which the thread could not run, though no counter of the JVM moved. Null where the thread may have waited itself:
     * between two sleeps, while it did much for the first time, such as loading classes, whose locks others may have held.
     *
     * <p>Where the process's first thread does not rest, the sampler's own extra run is left. A wait that was no stop, or a safepoint, gives one
     * too. So it is a stop only if steal does not show what would be enough to show. While much is redefined, the JVM may have held the thread.
     *
     * @param nanos the stall's length
     */
    StallKind kindOfAbsence(long nanos) {
        if (isStopSeen()) {
            return StallKind.STOPPED;
        }
        if (isAwake && (isUnsteady || unusualNanos > MOST_UNUSUAL_NANOS)) {
            return null;
        }
        boolean mayBeHeld = isUnsteady && extraRuns > 0;
        if (mayBeHeld || extraRuns == ProcFile.UNKNOWN && runDelayNanos == ProcFile.UNKNOWN) {
            return StallKind.UNKNOWN;
        }
        boolean mayBeStop = extraRuns > 0 && firstRuns == ProcFile.UNKNOWN;
        boolean wouldShow = nanos >= 2 * SystemCounters.STEAL_STEP_NANOS && stealNanos != ProcFile.UNKNOWN;
        if (mayBeStop && wouldShow) {
            return StallKind.STOPPED;
        }
        return mayBeStop || nanos < SystemCounters.STEAL_STEP_NANOS ? StallKind.STOPPED_OR_HOST : StallKind.UNKNOWN;
    }
}
