/** How long the machine and the JVM kept threads from running, and how good the clock is. */
package org.latencyprobes.jitter;
