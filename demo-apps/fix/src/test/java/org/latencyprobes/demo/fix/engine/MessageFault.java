package org.latencyprobes.demo.fix.engine;

/** The ways in which a {@link FaultyFixProxy} damages a message. */
public enum MessageFault {
    /** The message never comes; those after it do. */
    LOST,
    /** Other bytes come in place of the message. */
    GARBLED,
    /** Half of the message comes, then nothing more, with the connection open. */
    HALF,
    /** The connection ends. */
    CUT
}
