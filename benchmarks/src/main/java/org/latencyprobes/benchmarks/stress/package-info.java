/** jcstress tests of the counters that record: no lost update, reads that only grow, growth races. */
package org.latencyprobes.benchmarks.stress;
