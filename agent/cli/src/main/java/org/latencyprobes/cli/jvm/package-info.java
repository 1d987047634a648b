/** The JVMs of this machine: what can be known about them from outside, and requests to the agents in them. */
package org.latencyprobes.cli.jvm;
