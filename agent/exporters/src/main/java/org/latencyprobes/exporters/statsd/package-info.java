/** The packets that StatsD is sent, and the connections that they go over. */
package org.latencyprobes.exporters.statsd;
