/**
 * The two published comparisons of FIX engines, rebuilt with engines that anyone can have, and with probes inside them.
 *
 * <p>{@link org.latencyprobes.demo.fix.FixDemo} is the runner. It starts one JVM for each measurement ({@link
 * org.latencyprobes.demo.fix.measure}), collects their results and compares them; {@link org.latencyprobes.demo.fix.engine} has the
 * engines.
 */
package org.latencyprobes.demo.fix;
