/** The page of the command {@code ui}: a web server on loopback in the command's own process, and what it tells a browser. */
package org.latencyprobes.cli.ui;
