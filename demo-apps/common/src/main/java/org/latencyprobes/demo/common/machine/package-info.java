/** What a machine did beside a measurement: its load, and the CPU time of others. */
package org.latencyprobes.demo.common.machine;
