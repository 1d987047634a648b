/** The JVMs of this machine: what is known of them from outside, and how to talk to the agents in them. */
package org.latencyprobes.cli.jvm;
