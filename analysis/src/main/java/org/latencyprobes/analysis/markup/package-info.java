/** Writing of SVG and HTML, in which every text is escaped. */
package org.latencyprobes.analysis.markup;
