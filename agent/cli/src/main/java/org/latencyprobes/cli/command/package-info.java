/** The list of commands, and a class for each, with its arguments and help. */
package org.latencyprobes.cli.command;
