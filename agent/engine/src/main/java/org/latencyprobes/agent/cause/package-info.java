/** The causes of slow calls: what their time was spent on. */
package org.latencyprobes.agent.cause;
