/** The Grafana dashboard: one description, and what makes Grafana's JSON of it. */
package org.latencyprobes.agent.backends.dashboard;
