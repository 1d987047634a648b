/** What Micrometer and its libraries have to say, which goes nowhere but to the state of their backend. */
package org.latencyprobes.exporters.log;
