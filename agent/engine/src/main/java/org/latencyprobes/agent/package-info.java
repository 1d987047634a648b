/**
 * The start, the control and the end of the agent, in its isolated class loader.
 *
 * <p>Each package below has one task: {@code base} is what all of them use, {@code option} reads what the user asks for, {@code pattern},
 * {@code classfile} and {@code select} choose methods, {@code weave} weaves them, {@code link} is what a woven call site runs, {@code
 * backend} opens exporters, {@code control} and {@code command} answer the command line.
 */
package org.latencyprobes.agent;
