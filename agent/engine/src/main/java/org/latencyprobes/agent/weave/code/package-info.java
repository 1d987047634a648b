/** The two weavers: the bytes of a class in, the bytes with probes out. */
package org.latencyprobes.agent.weave.code;
