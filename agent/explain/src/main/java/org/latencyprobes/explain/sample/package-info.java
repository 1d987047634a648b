/** A sample of calls, uniform within strata of their durations, and what it says of all of them. Depends on nothing. */
package org.latencyprobes.explain.sample;
