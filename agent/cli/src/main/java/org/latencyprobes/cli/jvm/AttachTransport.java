package org.latencyprobes.cli.jvm;

import java.io.IOException;
import java.util.Properties;

/** A transport to a JVM before the agent is there: its socket, or the JDK's Attach API. Each call may last as long as the JVM hangs. */
interface AttachTransport {

    /** The Java version, such as {@code 17.0.15}; empty where it is not known. Where the system lets it, the JVM runs no Java code for that. */
    String javaVersion() throws IOException, UnreachableException;

    /** A JVM writes the time of day with them, and so loads names of time zones, and takes its own for set. */
    Properties systemProperties() throws IOException, UnreachableException;

    /** Loads an agent. It ends when {@code agentmain} has returned. */
    void load(String jar, String argument) throws IOException, UnreachableException;

    void close() throws IOException;
}
