package org.latencyprobes.cli.jvm;

import java.io.IOException;
import java.util.Properties;

/** A transport to a JVM before the agent is there: its socket, or the JDK's Attach API. Each call may last as long as the JVM hangs. */
interface AttachTransport {

    Properties systemProperties() throws IOException, UnreachableException;

    /** Loads an agent. It ends when {@code agentmain} has returned. */
    void load(String jar, String argument) throws IOException, UnreachableException;

    void close() throws IOException;
}
