/** Writing of SVG, HTML and Markdown, in which every text is escaped, and of plain text in which nothing is hidden. */
package org.latencyprobes.analysis.markup;
