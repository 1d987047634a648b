/**
 * One stay of the agent in a JVM: its start, its session and its end, in its isolated class loader.
 *
 * <p>Each package below has one task. {@code base} is what all of them use, {@code option} what the user asks for. {@code pattern}, {@code
 * classfile} and {@code select} choose methods, {@code weave} weaves them, {@code link} is what a woven call site runs. {@code clock},
 * {@code thread}, {@code stall}, {@code disturbance} and {@code scheduler} watch the JVM and the machine, {@code slow} keeps slow calls,
 * {@code cause} explains them, {@code inflight} knows calls that have not returned, {@code cost} knows what measuring takes. {@code figures}
 * makes tables, {@code output} writes them, with {@code backend} and {@code flight}, and {@code serve} answers commands that come over
 * {@code socket}.
 */
package org.latencyprobes.agent;
