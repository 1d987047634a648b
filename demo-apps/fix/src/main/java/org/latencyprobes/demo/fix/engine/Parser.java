package org.latencyprobes.demo.fix.engine;

/** An engine's parser without the engine, for one thread. */
public interface Parser {

    /**
     * Reads a message into the engine's data model.
     *
     * @param message one whole NewOrderSingle
     * @return something that depends on its fields, so that no compiler leaves the work out
     * @throws IllegalArgumentException if it is none
     */
    long parse(byte[] message);
}
