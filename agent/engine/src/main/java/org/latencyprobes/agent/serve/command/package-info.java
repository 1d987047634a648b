/** The commands that the agent answers. */
package org.latencyprobes.agent.serve.command;
