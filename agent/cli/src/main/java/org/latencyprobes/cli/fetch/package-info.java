/** The download of backends that the agent's jar does not contain, by the user's own Maven. */
package org.latencyprobes.cli.fetch;
