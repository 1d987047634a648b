/** The tables with which the agent answers: of probes, methods and costs. Nothing here changes anything. */
package org.latencyprobes.agent.command;
