/** The list of all engines in all their configurations. */
package org.latencyprobes.demo.fix.registry;
