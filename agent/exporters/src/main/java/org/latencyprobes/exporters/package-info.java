/** The agent's backends, each made from its options. */
package org.latencyprobes.exporters;
