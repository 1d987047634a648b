package org.latencyprobes.micrometer;

/** How one registry is given the probes. It holds its registry weakly. */
interface Road {

    /** Looks for probes that came or went; called now and then by the binder's thread. */
    void discover();

    /** Whether {@link #discover} has anything to do that the registry's own reading does not do. */
    boolean needsDiscovery();

    /** Takes everything out of the registry. */
    void unbind();
}
