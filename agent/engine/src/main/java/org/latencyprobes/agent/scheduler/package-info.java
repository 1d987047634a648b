/** What the scheduler of virtual threads tells. */
package org.latencyprobes.agent.scheduler;
