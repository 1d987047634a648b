/** The figures of runs: distributions, the files that keep them, and tables. */
package org.latencyprobes.demo.common.figures;
