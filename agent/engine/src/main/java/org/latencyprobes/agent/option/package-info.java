/** The options: their list, where they are set, and their checks. */
package org.latencyprobes.agent.option;
