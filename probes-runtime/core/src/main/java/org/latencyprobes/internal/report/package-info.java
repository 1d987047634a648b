/** Figures for people: the summary of all probes, as text, Markdown or CSV. */
package org.latencyprobes.internal.report;
