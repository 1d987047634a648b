/**
 * Measurements in JVMs of their own: {@link org.latencyprobes.demo.fix.measure.Measurement} reads a {@link
 * org.latencyprobes.demo.fix.measure.Workload}, drives one engine with it and leaves a {@link
 * org.latencyprobes.demo.fix.measure.MeasurementResult}.
 */
package org.latencyprobes.demo.fix.measure;
