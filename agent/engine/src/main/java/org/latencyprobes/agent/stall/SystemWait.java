package org.latencyprobes.agent.stall;

import org.latencyprobes.agent.base.ProcFile;

/** What the system's counters say of one window. {@link ProcFile#UNKNOWN} stands for what can't be read. Mutable, for one thread. */
final class SystemWait {

    /** When the sampler's thread read its own counters, the next three. */
    long readNanos;

    /** For how long the sampler's thread was ready to run and did not, in ns. */
    long runDelayNanos = ProcFile.UNKNOWN;

    /** For how long the sampler's thread ran itself, in ns. */
    long ranNanos = ProcFile.UNKNOWN;

    /** How often the sampler's thread was given a CPU besides once for each sleep. */
    long extraRuns = ProcFile.UNKNOWN;

    /** For how long the control groups were throttled, in ns, all levels and CPUs added up. */
    long throttledNanos = ProcFile.UNKNOWN;

    /** What the hypervisor took of all CPUs, in ns, in steps of 10 ms. */
    long stealNanos = ProcFile.UNKNOWN;
}
