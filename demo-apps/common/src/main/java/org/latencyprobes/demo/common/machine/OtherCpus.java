package org.latencyprobes.demo.common.machine;

/**
 * The CPUs that others used for some time.
 *
 * @param cpus how many, on average; NaN where the system does not say
 * @param resolution the least that is not noise of the count
 */
public record OtherCpus(double cpus, double resolution) {

    /** Whether it is a limit or more, and more than noise. */
    public boolean isAtLeast(double limit) {
        return cpus >= Math.max(limit, resolution);
    }
}
