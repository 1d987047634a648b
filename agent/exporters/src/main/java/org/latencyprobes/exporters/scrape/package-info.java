/** The port that Prometheus scrapes: connections, requests, who has access, answers. */
package org.latencyprobes.exporters.scrape;
