/**
 * The command line of the comparison of FIX engines: options, JVMs to start, results to collect. {@link org.latencyprobes.demo.fix.FixDemo}
 * is the main class.
 *
 * <p>The comparison itself is in {@link org.latencyprobes.demo.fix.comparison}, and its tables and pictures in {@link
 * org.latencyprobes.demo.fix.report}. What they need of the harness: {@link org.latencyprobes.demo.fix.measure} drives one engine in a JVM of
 * its own; {@link org.latencyprobes.demo.fix.jvm} knows that JVM. {@link org.latencyprobes.demo.fix.engine}
 * has the engines.
 */
package org.latencyprobes.demo.fix;
