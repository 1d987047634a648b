/** The report on a comparison: tables, a page with pictures, and CSV. {@link org.latencyprobes.demo.fix.report.FixReport} puts them together. */
package org.latencyprobes.demo.fix.report;
