package org.latencyprobes.analysis.page;

/**
 * The result on one claim, as a line at the head of a page.
 *
 * @param claim as it was published or asked
 * @param published the published figure, or empty
 * @param here the figure of this run with its interval
 * @param ceiling the largest figure that could come out here, or empty
 * @param verdict in a few words
 */
public record ResultLine(String claim, String published, String here, String ceiling, String verdict) {}
