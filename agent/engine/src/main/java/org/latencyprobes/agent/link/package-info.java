/** The work of woven call sites: linking, timing, recording. */
package org.latencyprobes.agent.link;
