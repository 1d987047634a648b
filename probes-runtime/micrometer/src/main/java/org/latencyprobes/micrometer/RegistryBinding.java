package org.latencyprobes.micrometer;

/** How one registry is given the probes. It holds its registry weakly. */
interface RegistryBinding {

    /** Looks for probes that came or went; called now and then by the binder's thread. */
    void discover();

    /** Whether {@link #discover} has anything to do that the registry's own reading does not do. */
    boolean needsDiscovery();

    /** Reads a last time: from now on the registry is shown this moment. */
    void prepareFinalPublish();

    /** Takes everything out of the registry. */
    void unbind();
}
