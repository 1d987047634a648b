/** Every probe of the JVM in the metrics of a Spring Boot application, 3 or 4. */
package org.latencyprobes.spring.boot;
