/** Answers as people and as scripts read them. */
package org.latencyprobes.cli.print;
