/**
 * Pictures of latencies as static SVG: light and dark, without script, readable by a screen reader. Each kind of picture is a class that is
 * filled and then drawn.
 */
package org.latencyprobes.analysis.picture;
