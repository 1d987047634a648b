/** The times in which the JVM did not run steadily. */
package org.latencyprobes.agent.disturbance;
