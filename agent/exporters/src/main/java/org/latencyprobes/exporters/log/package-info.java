/** The logging of Micrometer and its libraries, which goes nowhere but to the state of their exporter. */
package org.latencyprobes.exporters.log;
