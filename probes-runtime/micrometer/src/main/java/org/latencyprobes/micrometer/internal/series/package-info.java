/**
 * What backends are given: series with their totals, names and ids.
 *
 * <p>The bindings to registries are made of this. It knows none of them.
 */
package org.latencyprobes.micrometer.internal.series;
