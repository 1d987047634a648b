/** What takes intervals away: HdrHistogram log files. Every sink is a reader of its own and never runs on an application thread. */
package org.latencyprobes.log;
