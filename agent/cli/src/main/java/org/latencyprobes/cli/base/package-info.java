/** What all commands share: the console, arguments and options with their converters, and what is said of wrong ones. */
package org.latencyprobes.cli.base;
