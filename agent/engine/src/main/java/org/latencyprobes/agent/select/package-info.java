/**
 * Which methods become probes: what the user selected, the outline of a class, the decision on each of its methods.
 *
 * <p>The one model behind the transformer, {@code explain} and the dry run.
 */
package org.latencyprobes.agent.select;
