/** The reading of histogram logs: their lines, times and holes, and what a log covers. Memory does not grow with the size of a log. */
package org.latencyprobes.cli.logs;
