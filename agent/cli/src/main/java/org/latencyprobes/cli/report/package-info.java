/**
 * The report of recordings that travels: from logs or a JVM to one HTML file, one picture or Markdown. To see a page of logs in a browser,
 * open what {@code report app.hlog -o html=out.html} writes; in a test, {@link org.latencyprobes.cli.report.LogReading} and then {@link
 * org.latencyprobes.cli.report.ReportHtml} make the same text.
 */
package org.latencyprobes.cli.report;
