/** The jitter of machine and JVM, which keep threads from running, and the quality of the clock. */
package org.latencyprobes.internal.jitter;
