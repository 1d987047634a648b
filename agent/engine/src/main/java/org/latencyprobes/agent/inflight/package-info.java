/** Calls that have not returned: the threads in them and where these stand, and calls that are stuck. */
package org.latencyprobes.agent.inflight;
