/** Gets the jars of backends that the agent does not bundle, by the user's own Maven. */
package org.latencyprobes.cli.fetch;
