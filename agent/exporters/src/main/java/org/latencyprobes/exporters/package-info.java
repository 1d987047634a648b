/** The agent's exporters: the code that takes samples to backends, each made from the options of its backend. */
package org.latencyprobes.exporters;
