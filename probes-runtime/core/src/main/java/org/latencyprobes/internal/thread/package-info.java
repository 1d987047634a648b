/** Threads of this library and of the agent. */
package org.latencyprobes.internal.thread;
