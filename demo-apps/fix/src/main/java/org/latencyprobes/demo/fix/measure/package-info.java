/**
 * One measurement in a JVM of its own: {@link org.latencyprobes.demo.fix.measure.MeasurementMain} reads a {@link
 * org.latencyprobes.demo.fix.measure.Load}, drives one engine with it and leaves a {@link org.latencyprobes.demo.fix.measure.Result}.
 */
package org.latencyprobes.demo.fix.measure;
