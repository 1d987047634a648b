package org.latencyprobes.cli.ui;

import org.latencyprobes.cli.live.SeriesKey;
import org.latencyprobes.internal.report.Figures;

/**
 * What a probe did in some time.
 *
 * @param key which probe, and with which outcome
 * @param figures its count, rate and percentiles
 * @param cause what its slow calls were slow for, as a word; empty where it is not known
 * @param mode of the probe; empty where it is not known
 */
record ProbeFigures(SeriesKey key, Figures figures, String cause, String mode) {}
