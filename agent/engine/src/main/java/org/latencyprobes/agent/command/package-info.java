/** What the agent answers when it is asked: tables of probes, methods and options. Nothing here changes anything. */
package org.latencyprobes.agent.command;
