/** Limits for the percentiles of a test's probes, as an extension of JUnit 5 and 6. The only place that knows JUnit. */
package org.latencyprobes.junit;
