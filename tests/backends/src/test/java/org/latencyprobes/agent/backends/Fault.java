package org.latencyprobes.agent.backends;

/** What can be wrong with a server, as seen by one that sends to it. */
enum Fault {
    /** Nothing is wrong: what comes is passed on, both ways. */
    NONE,
    /** Nobody listens. */
    ABSENT,
    /** Takes the connection, and neither reads nor answers. */
    SILENT,
    /** Answers 500. */
    ERROR,
    /** Answers with bytes that mean nothing. */
    GARBAGE,
    /** Takes all that is sent, and answers after 30 s. */
    SLOW,
    /** Resets the connection in the middle of its answer. */
    RESET
}
