/** What the agent says of itself and its JVM: versions, options, patterns, methods, backends. */
package org.latencyprobes.agent.protocol.state;
