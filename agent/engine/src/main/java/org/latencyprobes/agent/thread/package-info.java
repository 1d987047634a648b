/** What single threads of the application did during their calls: CPU time, and waits for a CPU. */
package org.latencyprobes.agent.thread;
