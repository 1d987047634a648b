/**
 * Flight Recorder: a recording in the JVM's memory, for a time that somebody asked for, and events of probes and slow calls in all
 * recordings.
 */
package org.latencyprobes.agent.flight;
