/**
 * Many histogram logs into one, in one pass: sums by probe and tag, or by probe, tag and period of time. Memory grows with the number of
 * probes and tags, not with the size of the logs.
 */
package org.latencyprobes.merge;
