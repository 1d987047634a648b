package org.latencyprobes.micrometer;

/** How one registry is given the probes. It holds its registry weakly. */
interface Road {

    /** Looks for probes that came or went; called now and then by the binder's thread. */
    void discover();

    /** Whether {@link #discover} has anything to do that the registry's own reading does not do. */
    boolean needsDiscovery();

    /** Has the next reading begin a new publish, however soon it follows the one before. */
    void renew();

    /** Takes everything out of the registry. */
    void unbind();
}
