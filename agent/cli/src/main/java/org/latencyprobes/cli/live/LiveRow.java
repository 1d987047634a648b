package org.latencyprobes.cli.live;

import org.latencyprobes.internal.report.Figures;

/**
 * What is shown of one series.
 *
 * @param key which
 * @param owner the copy of the runtime that records it: another one may get the number of one that is gone
 * @param mode of its probe; {@code application} where that is not woven, empty for jitter
 * @param figures of the window, without tags
 * @param costPercent an estimate of what measuring it takes, in % of one core; 0 for what is no call
 * @param cause what the probe's slow calls of the window were mainly slow for; empty where none is known
 */
public record LiveRow(RowKey key, String owner, String mode, Figures figures, double costPercent, String cause) {}
