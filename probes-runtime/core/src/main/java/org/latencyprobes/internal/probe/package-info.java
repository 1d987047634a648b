/** The recorders of probes by name, and the hub where the copies of this library in one JVM meet. */
package org.latencyprobes.internal.probe;
