/** Reports that travel: one HTML file with its tables, pictures and data, without script, for any browser. */
package org.latencyprobes.analysis.page;
