package org.latencyprobes.agent.protocol;

/** The exit codes of the command line. */
public final class ExitCode {

    /** A command that did what was asked. */
    public static final int OK = 0;

    /** A command that failed or was refused. */
    public static final int FAILED = 1;

    /** A wrong command line. */
    public static final int USAGE = 2;

    /** The JVM cannot be reached. */
    public static final int NO_JVM = 3;

    /** The JVM has no agent. */
    public static final int NO_AGENT = 4;

    private ExitCode() {}
}
