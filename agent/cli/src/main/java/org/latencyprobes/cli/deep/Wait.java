package org.latencyprobes.cli.deep;

/**
 * A wait of one thread.
 *
 * @param kind what for
 * @param threadId the thread's Java id
 * @param startNanos when it began, as {@link System#nanoTime} counts
 * @param nanos how long it was, in ns
 * @param detail what was waited for, in words
 * @param site the innermost method outside of the JDK that waited, as {@code Class.method}, or empty
 */
public record Wait(WaitKind kind, long threadId, long startNanos, long nanos, String detail, String site) {}
