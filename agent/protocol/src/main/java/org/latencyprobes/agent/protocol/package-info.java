/** The requests that commands send to the agent in a JVM, and its answers. The rows of answers have packages below. */
package org.latencyprobes.agent.protocol;
