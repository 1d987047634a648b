package org.latencyprobes.cli.why.recording;

import org.latencyprobes.explain.Wait;

/**
 * A wait for the monitor of a {@code synchronized} method before its first instruction.
 *
 * @param className the method's class
 * @param method its name
 * @param waited the wait
 */
public record MonitorEntry(String className, String method, Wait waited) {}
