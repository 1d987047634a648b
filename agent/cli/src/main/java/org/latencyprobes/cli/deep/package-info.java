/** What a recording of Flight Recorder says of waits and pauses, on the time scale of the probed JVM's {@code nanoTime}. */
package org.latencyprobes.cli.deep;
