/** The clock that calls are timed by: the choice of it, its check, and the watch over it. */
package org.latencyprobes.agent.clock;
