/** What knows Micrometer and is the same for the agent's own backends and for an application's registry: defined anew for each of these. */
package org.latencyprobes.bridge;
