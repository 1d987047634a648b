/**
 * The comparison: what is measured in which order ({@link org.latencyprobes.demo.fix.comparison.Cells}, {@link
 * org.latencyprobes.demo.fix.comparison.Schedule}), which blocks are judged ({@link org.latencyprobes.demo.fix.comparison.Blocks}), and the
 * published claims with their verdicts ({@link org.latencyprobes.demo.fix.comparison.Claims}).
 */
package org.latencyprobes.demo.fix.comparison;
