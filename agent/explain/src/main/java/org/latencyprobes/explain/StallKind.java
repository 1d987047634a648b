package org.latencyprobes.explain;

import java.util.Arrays;

/**
 * What a stall came from. Where several kinds overlap, the time counts as that of the first one in this order. {@code docs/why.md}
 * says what each is read from.
 */
public enum StallKind {
    /** A pause of a garbage collector. */
    GC("gc"),
    /** A safepoint for something else than a collection, with the time to reach it. */
    SAFEPOINT("safepoint"),
    /** The control group's CPU quota was used up. */
    THROTTLED("throttled"),
    /** The process was stopped, by a signal or a freezer. */
    STOPPED("stopped"),
    /** The hypervisor gave the CPU to others. */
    HOST("host"),
    /** No counter moved, and it was too short for the host's to show it: stopped, or taken by the host. */
    STOPPED_OR_HOST("stopped-or-host"),
    /** The sampler's thread waited for a CPU that other threads had. */
    CPU_WAIT("cpu-wait"),
    /** Nothing that can be read explains it. */
    UNKNOWN("unknown");

    private final String label;

    StallKind(String label) {
        this.label = label;
    }

    /**
     * Finds a kind.
     *
     * @param label as in reports
     * @return the kind; {@link #UNKNOWN} where there is none of that name
     */
    public static StallKind labelled(String label) {
        return Arrays.stream(values())
                .filter(kind -> kind.label.equals(label))
                .findFirst()
                .orElse(UNKNOWN);
    }

    /**
     * The kind's name.
     *
     * @return as in reports and in tags of meters
     */
    public String label() {
        return label;
    }
}
