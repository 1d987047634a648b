package org.latencyprobes.demo.fix.engine;

/** The ways in which a {@link FaultyFixProxy} damages a message. */
public enum MessageFault {
    /** It never comes; those after it do. */
    LOST,
    /** Other bytes come in its place. */
    GARBLED,
    /** Half of it comes, and then nothing for good, with the connection open. */
    HALF,
    /** The connection ends. */
    CUT
}
