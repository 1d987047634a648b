package org.latencyprobes.agent.backend;

/** An open exporter to one backend. */
public interface Exporter {

    /**
     * Where samples go or are fetched.
     *
     * @return for people, without secrets
     */
    String address();

    /**
     * Publishes what is left and gives everything back. May wait for the other side.
     *
     * @throws Exception if something could not be given back
     */
    void close() throws Exception;

    /** Has whatever waits for the other side fail now. Called while {@link #close} waits, from another thread. */
    default void abort() {}
}
