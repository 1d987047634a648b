/** The formats of answers: text for people, JSON for scripts. */
package org.latencyprobes.cli.print;
