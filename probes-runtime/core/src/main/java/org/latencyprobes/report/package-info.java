/** Figures for people: the summary of all probes, the table of runs that JLBH users know, CSV, plain percentiles. */
package org.latencyprobes.report;
