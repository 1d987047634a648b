/** The trials of all suites: how much is measured, the forks of JMH, values by rounds, and the goals that these are held to. */
package org.latencyprobes.benchmarks.trial;
