/** The files that commands write for their user. */
package org.latencyprobes.cli.file;
