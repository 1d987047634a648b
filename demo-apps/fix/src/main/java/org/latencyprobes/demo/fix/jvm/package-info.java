/** What a JVM knows of itself: collections and compilations with their clocks, CPU time, memory, what its probes recorded. */
package org.latencyprobes.demo.fix.jvm;
