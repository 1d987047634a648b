/**
 * The merging of histogram logs, for the command {@code merge}: many logs into one log or table, in one pass. The sums are by probe and tags,
 * or by probe, tags and period of time. Memory grows with the number of probes and tags, not with the size of the logs.
 */
package org.latencyprobes.cli.merge;
