package org.latencyprobes.agent.backend;

import org.latencyprobes.agent.option.BackendSpec;

/** Opens ways out. The one implementation is behind {@link BundledLoader}. */
public interface BackendFactory {

    /**
     * Opens one.
     *
     * @param spec what is asked for
     * @param state is told how it goes
     * @param loader has its classes
     * @return the backend, at work
     * @throws java.io.IOException if it may well succeed later
     * @throws Exception if it cannot succeed unless something is changed
     */
    Backend open(BackendSpec spec, BackendState state, ClassLoader loader) throws Exception;

    /** Called when no backend is open any more, and before this class's loader is given up. */
    void end();
}
