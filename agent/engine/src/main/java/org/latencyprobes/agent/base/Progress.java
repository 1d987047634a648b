package org.latencyprobes.agent.base;

import java.util.function.Consumer;

/** A receiver of sentences about the progress of some work. It knows whether somebody waits for the end. For the thread that works. */
public interface Progress extends Consumer<String> {

    /**
     * Whether somebody waits.
     *
     * @return false once whoever asked has gone: work that can be taken back is to be taken back
     */
    boolean isAwaited();

    /**
     * How long the thread that asks may wait for another of the agent's.
     *
     * @return in ms
     */
    default long longestWaitMillis() {
        return Long.MAX_VALUE;
    }
}
