/** The server's side of a measurement: in the JVM that measures, in one of its own, or on another host. */
package org.latencyprobes.demo.fix.server;
