/** The binding to Micrometer, the same for the agent's exporters and for an application's registry: defined anew for each of these. */
package org.latencyprobes.bridge;
