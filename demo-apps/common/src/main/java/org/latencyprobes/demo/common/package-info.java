/**
 * What the demos share: they run each measurement in a {@linkplain org.latencyprobes.demo.common.ChildJvm JVM of its own}, {@linkplain
 * org.latencyprobes.demo.common.ChildRuns one after the other}, say how far they are, keep everything in an {@linkplain
 * org.latencyprobes.demo.common.OutputFolder output folder} and compare {@linkplain org.latencyprobes.demo.common.Distribution
 * distributions}.
 */
package org.latencyprobes.demo.common;
