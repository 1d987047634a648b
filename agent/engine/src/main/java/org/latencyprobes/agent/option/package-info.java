/** What the user asked for: one list of options, four sources, one object. */
package org.latencyprobes.agent.option;
