/** The lowest layer of the agent: what all of its parts use, and which uses none of them. */
package org.latencyprobes.agent.base;
