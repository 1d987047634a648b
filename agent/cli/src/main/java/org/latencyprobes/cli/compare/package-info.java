/**
 * The comparison of recordings, for the commands {@code compare} and {@code gate}: histogram logs of two sides, with intervals and verdicts by
 * probe and percentile. The statistics are those of the module {@code analysis}.
 */
package org.latencyprobes.cli.compare;
