/** What is measured, in JVMs of its own: benchmarks and programs, the methods that they call, and the agents that such a JVM is given. */
package org.latencyprobes.benchmarks.subject;
