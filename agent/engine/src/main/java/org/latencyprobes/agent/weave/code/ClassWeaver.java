package org.latencyprobes.agent.weave.code;

import org.latencyprobes.agent.select.ClassDecision;

/** A weaver of the probes of a decision into a class: an {@code invokedynamic} before and after each body, and nothing else. Thread-safe. */
interface ClassWeaver {

    /** The woven class. */
    WovenClass weave(byte[] classFile, ClassDecision decision);
}
