/**
 * The command {@code top}: a live table in a terminal. What is shown is made by functions of a view and a size; one class knows the
 * terminal.
 */
package org.latencyprobes.cli.top;
