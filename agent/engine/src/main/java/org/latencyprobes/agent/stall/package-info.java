/** The stalls of the JVM: when it stood still, for how long, and what for. */
package org.latencyprobes.agent.stall;
