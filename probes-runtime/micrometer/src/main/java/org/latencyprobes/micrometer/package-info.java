/** Every probe of the JVM in any Micrometer registry. */
package org.latencyprobes.micrometer;
