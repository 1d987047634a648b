/** What the command why begins in a JVM, and undoes: a watch, probes, a recording, for as long as the command says that it goes on. */
package org.latencyprobes.agent.serve.why;
