/** The servers that a test starts: real ones, and two of StatsD's that only listen. */
package org.latencyprobes.agent.backends.daemon;
