package org.latencyprobes.agent.link;

/** What the exits of a probe do about self times. */
enum SelfKind {
    /** Nothing: no probe has them recorded. */
    UNWANTED,
    /** Other probes have theirs recorded, which has to know of calls inside that are not timed. */
    OF_OTHERS,
    /** They record them. */
    RECORDED
}
