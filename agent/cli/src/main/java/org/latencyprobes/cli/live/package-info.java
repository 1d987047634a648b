/**
 * What a JVM does now and did in the last ten minutes: a model that asks the agent for a snapshot once a second. It knows no terminal
 * and no page.
 */
package org.latencyprobes.cli.live;
