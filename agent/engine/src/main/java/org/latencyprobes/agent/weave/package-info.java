/**
 * Which methods become probes, and how: prefilter on raw bytes, outline of a class, decision for each method, weaving.
 *
 * <p>All of it looks at one class's bytes alone; no other class is loaded or resolved on the thread that loads it.
 */
package org.latencyprobes.agent.weave;
