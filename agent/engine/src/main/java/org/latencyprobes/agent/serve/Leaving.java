package org.latencyprobes.agent.serve;

import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.latencyprobes.agent.weave.Weaving;

/** The way in which the agent leaves its JVM. */
@FunctionalInterface
public interface Leaving {

    /**
     * Takes everything back. When this returns a new agent can come.
     *
     * @param progress is told of it
     * @param begun is run once nothing can refuse it any more
     * @return what was restored; null if the agent is leaving already
     * @throws TimeoutException if the agent cannot leave yet, and all stays as it was; the message says why
     */
    Weaving.Change leave(Consumer<String> progress, Runnable begun) throws TimeoutException;
}
