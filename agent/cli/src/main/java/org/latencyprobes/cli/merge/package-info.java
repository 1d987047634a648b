/** What the command {@code merge} needs besides the merging itself: its inputs, its output, its table, its progress. */
package org.latencyprobes.cli.merge;
