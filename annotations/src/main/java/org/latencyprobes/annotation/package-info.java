/** What users write: the one annotation that turns a method into a probe. Java 8 bytecode, no dependency. */
package org.latencyprobes.annotation;
