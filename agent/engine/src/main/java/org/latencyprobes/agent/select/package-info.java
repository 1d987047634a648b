/**
 * The selection of methods to probe: the rules, the decision on each method of a class, and the explanation of it.
 *
 * <p>The transformer, {@code explain} and {@code dry-run} all ask this one model.
 */
package org.latencyprobes.agent.select;
