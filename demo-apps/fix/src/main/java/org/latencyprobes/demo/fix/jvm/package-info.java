/** What a JVM knows and changes of itself: collections and compilations with their clocks, CPU time, memory, pinned threads, probes. */
package org.latencyprobes.demo.fix.jvm;
