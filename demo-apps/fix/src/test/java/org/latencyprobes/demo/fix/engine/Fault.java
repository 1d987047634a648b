package org.latencyprobes.demo.fix.engine;

/** What a {@link FaultyProxy} does to a message. */
public enum Fault {
    /** It never comes; those after it do. */
    LOST,
    /** Other bytes come in its place. */
    GARBLED,
    /** Half of it comes, and then nothing for good, with the connection open. */
    HALF,
    /** The connection ends. */
    CUT
}
