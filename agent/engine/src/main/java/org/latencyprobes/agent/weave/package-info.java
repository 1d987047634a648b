/**
 * The weaving of probes into classes, at load time or later, and the removal of probes.
 *
 * <p>On a thread that loads a class, only that class's bytes are looked at. No other class is loaded or resolved.
 */
package org.latencyprobes.agent.weave;
