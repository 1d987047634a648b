/** From counters to HdrHistogram: intervals by difference, one reader at a time, over every owner of the JVM. */
package org.latencyprobes.histogram;
