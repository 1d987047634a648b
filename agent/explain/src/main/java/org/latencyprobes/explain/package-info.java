/**
 * The values that slow calls are explained from, and {@link org.latencyprobes.explain.Attribution}, which explains them. The engine uses them in
 * the JVM, the command line on what it was told or has read; both so tell the same. Depends on nothing.
 */
package org.latencyprobes.explain;
