/** Calls in flight of threads that have no stripe of counters of their own. */
package org.latencyprobes.internal.inflight;
