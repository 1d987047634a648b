package org.latencyprobes.cli.jvm;

import java.io.IOException;
import java.util.Properties;

/** What a JVM is asked through before the agent is there. Each call may last as long as the JVM hangs. */
interface AttachWay {

    Properties systemProperties() throws IOException, UnreachableException;

    /** Loads an agent. It ends when {@code agentmain} has returned. */
    void load(String jar, String argument) throws IOException, UnreachableException;

    void close() throws IOException;
}
