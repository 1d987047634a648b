package org.latencyprobes.agent.base;

import java.util.function.Consumer;

/** Is told, in sentences, how far some work is, and knows whether somebody waits for its end. For the thread that works. */
public interface Progress extends Consumer<String> {

    /**
     * Whether somebody waits.
     *
     * @return false once whoever asked has gone: work that can be taken back is to be taken back
     */
    boolean isAwaited();
}
