package org.latencyprobes.agent.protocol.state;

/**
 * Who answers. These facts stay as they are in all versions.
 *
 * @param version the agent's
 * @param pid the JVM's process id, as the JVM sees it
 */
public record HelloFacts(String version, long pid) {

    /** Name of the facts. */
    public static final String NAME = "hello";
}
