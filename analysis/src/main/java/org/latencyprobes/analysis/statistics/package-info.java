/** Statistics of latencies: intervals of means, ratios and quantiles, and how many samples a statement needs. */
package org.latencyprobes.analysis.statistics;
