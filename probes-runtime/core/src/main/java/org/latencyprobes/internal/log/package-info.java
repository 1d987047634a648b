/** What files of histograms need beside their lines: owners and comments. */
package org.latencyprobes.internal.log;
