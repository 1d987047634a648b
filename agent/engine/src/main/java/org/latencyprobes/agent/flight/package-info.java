/** A recording of Flight Recorder in the JVM's memory, for a time that somebody asked for. */
package org.latencyprobes.agent.flight;
