/**
 * The parts that demos and benchmarks share. A {@linkplain org.latencyprobes.demo.common.Demo demo} runs each measurement in a {@linkplain
 * org.latencyprobes.demo.common.ChildJvm JVM of its own}, shows its progress, keeps everything in an {@linkplain
 * org.latencyprobes.demo.common.OutputFolder output folder} and compares {@linkplain org.latencyprobes.demo.common.figures.Distribution
 * distributions}.
 */
package org.latencyprobes.demo.common;
