/** Histogram logs: files in HdrHistogram's format. A log is a reader of its own and never runs on an application thread. */
package org.latencyprobes.log;
