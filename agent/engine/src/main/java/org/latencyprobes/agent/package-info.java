/**
 * The agent itself, in its isolated loader: it starts and ends here.
 *
 * <p>Sub-packages: {@code option} what the user asked for, {@code weave} which methods become probes and how, {@code link} what a
 * woven call site does.
 */
package org.latencyprobes.agent;
