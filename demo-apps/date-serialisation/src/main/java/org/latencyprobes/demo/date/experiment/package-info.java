/** The experiments, each run in a JVM of its own: what calls the serialiser, and the result that it leaves. */
package org.latencyprobes.demo.date.experiment;
