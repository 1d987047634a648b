/** What a recording of Flight Recorder says of waits and pauses. Times are on one scale: that of the probed JVM's {@code nanoTime}, or ns since 1970. */
package org.latencyprobes.cli.why.recording;
